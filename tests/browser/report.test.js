// The page of the report in real Chromium, opened from disk as a reader would.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { makeReport, missing, openBrowser, openPage } from "./page.js";

describe("the report", { skip: missing }, () => {
  let report, chromium;
  const open = [];
  before(async () => { report = makeReport(); chromium = await openBrowser(); });
  after(async () => { await chromium?.close(); report?.remove(); });

  /** Runs `body` on a page and holds it against complaints of the console and requests that leave the folder. */
  const onPage = (hash, body, options) => async () => {
    const { page, complaints, close } = await openPage(chromium.browser, report.url + hash, options);
    try {
      await page.waitForSelector("#detail h2", { state: "attached" });
      await body(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  };
  const state = (page) => page.evaluate(() => {
    const style = document.querySelector(".panels").style;
    return { zoom: Number(style.getPropertyValue("--zoom")), left: style.getPropertyValue("--left"), cut: style.getPropertyValue("--cut") };
  });
  const hash = (page) => decodeURIComponent(new URL(page.url()).hash.slice(1));
  const settled = (page) => page.evaluate(() => Promise.all([...document.querySelectorAll(".panels img")].map((i) => i.decode().catch(() => {}))));

  test("says at once how many scenarios need a look, of which commit and by which driver", onPage("", async (page) => {
    assert.equal(await page.textContent("h1"), "7 of 11 scenarios need a look");
    const line = await page.textContent("#run-line");
    for (const part of ["3f9c1ab27d", "Mesa 22.3.6", "LLVM 15.0.6", "Xeon", "1 min 34 s"]) assert.ok(line.includes(part), part);
    assert.match(await page.title(), /^7 of 11/);
  }));

  test("groups what needs a look first, and the rasteriser's work as one event", onPage("", async (page) => {
    const groups = await page.$$eval(".group", (all) => all.map((g) => [g.querySelector("h2").firstChild.textContent, g.querySelectorAll(".row").length]));
    assert.deepEqual(groups, [["Needs a look", 5], ["The rasteriser changed", 2], ["Passed, but drifting towards a limit", 1], ["Passed", 2], ["Skipped", 1]]);
    assert.match(await page.textContent(".event"), /golden was made with llvmpipe, Mesa 21\.3\.9.*this run used llvmpipe, Mesa 22\.3\.6/);
  }));

  test("filters by verdict, kind, tag and text, and can be cleared", onPage("", async (page) => {
    const visible = () => page.$$eval(".row:not([hidden]) .name", (all) => all.map((n) => n.textContent));
    await page.click("[data-state=fail]");
    assert.deepEqual(await visible(), ["bear-wave", "crowd-5000", "bear-sit", "bear-turn"]);
    assert.equal(await page.getAttribute("[data-state=fail]", "aria-pressed"), "true");
    await page.selectOption("#kind", "crowd");
    assert.deepEqual(await visible(), ["crowd-5000"]);
    await page.click("[data-state=fail]");
    await page.selectOption("#kind", "");
    await page.selectOption("#tag", "smoke");
    assert.deepEqual((await visible()).sort(), ["bear-idle", "bear-wave", "tentacle-reach"]);
    await page.selectOption("#tag", "");
    await page.fill("#search", "draws.crowd 5000");
    assert.deepEqual(await visible(), ["crowd-5000"]);
    assert.equal(await page.textContent("#shown"), "1 of 11 shown");
    await page.fill("#search", "곰이 손을");
    assert.deepEqual(await visible(), ["bear-wave"]);
    await page.fill("#search", "no such thing");
    await page.click(".nothing button");
    assert.equal((await visible()).length, 11);
  }));

  test("an address leads to a scenario and a capture, names with brackets too", onPage("#tentacle-nan%5Bjoints%3D3%5D", async (page) => {
    assert.equal(await page.textContent("#detail .meta code"), "tentacle-nan[joints=3]");
    await page.evaluate(() => { location.hash = "#bear-wave/t1500"; });
    await page.waitForSelector(".film a[aria-current][data-capture=t1500]");
    await page.evaluate(() => { location.hash = "#%E0%A4%A"; }); // half an escape
    await page.waitForSelector("#detail h2");
  }));

  test("opens a scenario where it differs first", onPage("#bear-wave", async (page) => {
    assert.equal(await page.getAttribute(".film a[aria-current]", "data-capture"), "t1000");
  }));

  test("side by side shows expected, actual and the difference", onPage("#bear-wave/t1250", async (page) => {
    await settled(page);
    assert.deepEqual(await page.$$eval(".panel figcaption", (all) => all.map((c) => c.textContent)), ["Expected", "Actual", "Difference"]);
    const sources = await page.$$eval(".panels img", (all) => all.map((i) => [i.getAttribute("src").split(".").at(-2), i.naturalWidth]));
    assert.deepEqual(sources, [["golden", 480], ["actual", 480], ["diff", 480]]);
    assert.equal(await page.locator(".cluster").count(), 3);
    await page.keyboard.press("b");
    assert.equal(await page.locator(".cluster").count(), 0);
  }));

  test("swipe cuts the actual picture where the slider and the handle say", onPage("#bear-wave/t1250", async (page) => {
    await page.keyboard.press("2");
    const middle = await state(page);
    assert.ok(Math.abs(parseFloat(middle.cut) - 240) < 1, middle.cut);
    const handle = await page.locator(".handle").boundingBox();
    await page.mouse.move(handle.x + handle.width / 2, handle.y + 40);
    await page.mouse.down();
    await page.mouse.move(handle.x + handle.width / 2 - 200, handle.y + 40, { steps: 4 });
    await page.mouse.up();
    assert.ok(parseFloat((await state(page)).cut) < 200);
    await page.fill(".slider input", "100");
    assert.ok(parseFloat((await state(page)).cut) >= 480);
  }));

  test("blink shows one picture after the other, and x flips by hand", onPage("#bear-wave/t1250", async (page) => {
    await page.keyboard.press("3");
    const caption = () => page.textContent(".panel figcaption");
    assert.equal(await caption(), "Expected");
    await page.waitForFunction(() => document.querySelector(".panel figcaption").textContent === "Actual");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".after")).visibility), "visible");
    await page.keyboard.press("x");
    const held = await caption();
    await page.waitForTimeout(900);
    assert.equal(await caption(), held, "it blinks on although it was flipped by hand");
  }));

  test("onion skin mixes by the slider", onPage("#bear-wave/t1250", async (page) => {
    await page.keyboard.press("4");
    await page.fill(".slider input", "25");
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".after")).opacity), "0.25");
  }));

  test("the heat map lies over the grey actual picture", onPage("#bear-wave/t1250", async (page) => {
    await page.keyboard.press("5");
    assert.match(await page.getAttribute(".map", "src"), /diff\.png$/);
    assert.match(await page.evaluate(() => getComputedStyle(document.querySelector(".grey")).filter), /grayscale/);
    assert.equal(await page.locator(".scale").count(), 1);
  }));

  test("the chosen view is remembered", onPage("#bear-wave/t1250", async (page) => {
    await page.click("[data-view=onion]");
    await page.reload();
    await page.waitForSelector("[data-view=onion][aria-pressed=true]");
  }));

  test("all pictures zoom and pan together: wheel, drag, keys", onPage("#bear-wave/t1250", async (page) => {
    await settled(page);
    const fitted = await state(page);
    const stage = await page.locator(".stage").first().boundingBox();
    await page.mouse.move(stage.x + 100, stage.y + 80);
    await page.mouse.wheel(0, -400);
    const zoomed = await state(page);
    assert.ok(zoomed.zoom > fitted.zoom * 1.5);
    const places = await page.$$eval(".plane", (all) => all.map((p) => getComputedStyle(p).transform));
    assert.equal(new Set(places).size, 1);
    await page.mouse.down();
    await page.mouse.move(stage.x + 60, stage.y + 80, { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs(parseFloat((await state(page)).left) - parseFloat(zoomed.left) + 40) < 1);
    await page.keyboard.press("o");
    assert.equal((await state(page)).zoom, 1);
    await page.keyboard.press("+");
    assert.equal((await state(page)).zoom, 1.5);
    await page.keyboard.press("0");
    assert.equal((await state(page)).zoom, fitted.zoom);
    await page.locator(".stage").first().focus();
    await page.keyboard.press("ArrowRight");
    assert.notEqual((await state(page)).left, fitted.left);
    assert.equal(hash(page), "bear-wave/t1250", "an arrow on a stage changed the capture");
  }));

  test("the zoom stays where it is from one capture to the next", onPage("#bear-wave/t1000", async (page) => {
    await page.keyboard.press("o");
    const place = await state(page);
    await page.keyboard.press("ArrowRight");
    assert.equal(hash(page), "bear-wave/t1250");
    assert.deepEqual(await state(page), place);
  }));

  test("the read-out tells both colours and their difference, from disk too", onPage("#crowd-5000/t500", async (page) => {
    await settled(page);
    await page.keyboard.press("o");
    await page.locator(".stage").first().focus();
    const box = await page.evaluate(() => Rigproof.model.byName.get("crowd-5000").captures[2].cluster_box);
    await page.evaluate(() => { window.scrollTo(0, 0); });
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForSelector(".readout .swatch");
    const before = await page.textContent(".readout .where");
    const [, x, y] = before.match(/x (\d+)\s+y (\d+)/).map(Number);
    // Walk into the missing person.
    const goal = { x: box.x + Math.floor(box.width / 2), y: box.y + Math.floor(box.height / 2) };
    for (let i = x; i !== goal.x; i += Math.sign(goal.x - x)) await page.keyboard.press(goal.x > x ? "Shift+ArrowRight" : "Shift+ArrowLeft");
    for (let i = y; i !== goal.y; i += Math.sign(goal.y - y)) await page.keyboard.press(goal.y > y ? "Shift+ArrowDown" : "Shift+ArrowUp");
    assert.match(await page.textContent(".readout .where"), new RegExp(`x ${goal.x}\\s+y ${goal.y}`));
    const [a, b] = await page.$$eval(".readout .rgb", (all) => all.map((c) => c.textContent.split(" ").map(Number)));
    const difference = await page.$eval(".readout .sample:last-child code", (c) => c.textContent.split(" ").map(Number));
    assert.deepEqual(difference, a.map((v, i) => Math.abs(v - b[i])));
    assert.ok(Math.max(...difference) > 10, `the missing person is not in the read-out: ${a} ${b}`);
  }));

  test("keys lead through scenarios, captures and troubles", onPage("#bear-wave/t1750", async (page) => {
    await page.keyboard.press("n");
    assert.equal(hash(page), "crowd-5000/t0");
    await page.keyboard.press("l");
    assert.equal(hash(page), "crowd-5000/t250");
    await page.keyboard.press("h");
    assert.equal(hash(page), "crowd-5000/t0");
    await page.keyboard.press("k");
    assert.equal(hash(page), "bear-wave");
    await page.keyboard.press("/");
    await page.keyboard.type("jnx5");
    assert.equal(await page.inputValue("#search"), "jnx5");
    assert.equal(hash(page), "bear-wave", "a key typed into the search was taken for a command");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    assert.ok(await page.locator("dialog[open]").isVisible());
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  }));

  const current = (page) => page.getAttribute(".film a[aria-current]", "data-capture");

  test("the film plays expected, actual and difference at its own speed, stops, and plays on", onPage("#bear-wave/t0", async (page) => {
    await page.selectOption(".pace", "4");
    await page.keyboard.press("p");
    assert.equal(await page.getAttribute(".play", "aria-pressed"), "true");
    await page.waitForSelector(".film a[aria-current][data-capture=t1250]");
    const shown = await page.$$eval(".panels img", (all) => all.map((i) => i.complete && i.naturalWidth > 0));
    assert.deepEqual(shown, [true, true, true], "a picture was shown before it was loaded");
    await page.click(".play");
    const stopped = await current(page);
    assert.equal(hash(page), "bear-wave/" + stopped);
    await page.waitForTimeout(600);
    assert.equal(await current(page), stopped);
    await page.click(".play");
    await page.waitForFunction((name) => document.querySelector(".film a[aria-current]").dataset.capture !== name, stopped);
    await page.keyboard.press("g"); // redraws everything while it plays
    assert.equal(await page.getAttribute(".play", "aria-pressed"), "false");
  }));

  test("the film can be scrubbed, by keyboard too, and says where it is", onPage("#bear-wave/t0", async (page) => {
    await page.fill(".scrub", "5");
    assert.equal(await current(page), "t1250");
    assert.equal(hash(page), "bear-wave/t1250");
    await page.focus(".scrub");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(page), "t1500");
    assert.equal(await page.getAttribute(".scrub", "aria-valuetext"), "t1500, 1.5 s");
    assert.match(await page.textContent(".clock"), /^1\.5 \/ [\d.]+ s$/);
  }));

  test("many reasons are folded, the numbers' not behind the pictures'", onPage("#bear-wave", async (page) => {
    await page.evaluate(() => {
      const scenario = Rigproof.model.byName.get("bear-wave");
      for (const c of scenario.captures) c.reasons = ["differs"];
      scenario.reasons = [...scenario.captures.map((c) => c.name + ": differs"), "a number is 2, expected 1"];
      document.querySelector(".reasons").replaceWith(Rigproof.details.reasons(scenario));
    });
    const lines = await page.$$eval(".reasons > ul > li", (all) => all.map((l) => l.textContent));
    assert.equal(lines.length, 4);
    assert.equal(lines.at(-1), "a number is 2, expected 1");
    assert.match(await page.textContent(".reasons summary"), /^\d+ more reasons$/);
  }));

  test("numbers show value, golden, change and bounds, the failing one first", onPage("#bear-wave", async (page) => {
    const first = await page.$$eval(".metrics tbody tr:first-child > *", (cells) => cells.map((c) => c.textContent.trim()));
    assert.deepEqual(first, ["✕left.worst_crease_deg", "58.92 °", "41.25", "+17.67 (+42.8 %)", "41.25 ± 0.5"]);
    await page.check(".only input");
    assert.deepEqual(await page.$$eval(".metrics tbody code", (all) => all.map((c) => c.textContent)), ["left.worst_crease_deg", "left.volume_ratio"]);
  }));

  test("limits and the sweep of thresholds say what failed and by how much", onPage("#bear-wave/t1250", async (page) => {
    const over = await page.$$eval(".gauge.over .what", (all) => all.map((w) => w.textContent));
    assert.deepEqual(over, ["Pixels over the threshold", "Largest cluster"]);
    assert.equal(await page.locator(".sweep tbody tr").count(), 5);
    assert.match(await page.textContent(".sweep tr.used"), /0\.15 in use/);
  }));

  test("what rendered both sides is shown where it differs", onPage("#bear-sit", async (page) => {
    assert.deepEqual(await page.$$eval(".drivers tr.differs th", (all) => all.map((e) => e.textContent)), ["Renderer", "GL version", "Mesa", "LLVM"]);
    assert.match(await page.textContent(".note.drift"), /The rasteriser changed/);
  }));

  test("a capture near its limit is warned of", onPage("#crowd-plaza", async (page) => {
    assert.match(await page.textContent("#capture .note.drift"), /uses up 95 % of its limit/);
  }));

  test("a flaky capture can be compared with its other repetition", onPage("#tentacle-reach/t500", async (page) => {
    assert.match(await page.textContent(".note.flaky"), /never counted as passed/);
    // Its golden equals the first picture: what there is to see is the repetition.
    assert.equal(await page.inputValue(".choice select"), "again");
    await settled(page);
    assert.deepEqual(await page.$$eval(".panel figcaption", (all) => all.map((c) => c.textContent)), ["First repetition", "Another repetition", "Difference"]);
    await page.selectOption(".choice select", "golden");
    assert.equal(await page.textContent(".panel figcaption"), "Expected = actual, pixel for pixel");
    assert.equal(await page.locator(".panels .torn").count(), 0);
  }));

  test("a new capture shows what there is, an error its reason", onPage("#tentacle-curl", async (page) => {
    assert.equal(await page.textContent(".panel figcaption"), "Actual; there is no golden yet");
    await page.evaluate(() => { location.hash = "#tentacle-nan%5Bjoints%3D3%5D"; });
    await page.waitForFunction(() => document.querySelector(".reasons")?.textContent.includes("signal 11"));
    assert.equal(await page.locator(".viewer").count(), 0);
  }));

  test("the command that repeats it can be copied", onPage("#bear-wave", async (page) => {
    await page.click(".repeat button");
    await page.waitForFunction(() => document.querySelector(".repeat button").textContent === "Copied");
  }));

  test("Korean is a key away and remembered", onPage("#bear-wave", async (page) => {
    await page.keyboard.press("g");
    assert.equal(await page.textContent("#detail h2"), "✕다름곰이 손을 흔든다");
    assert.equal(await page.getAttribute("html", "lang"), "ko");
    await page.reload();
    await page.waitForSelector("#detail h2");
    assert.equal(await page.textContent("h1"), "시나리오 11개 중 7개를 확인해야 합니다");
    // Everything said by the page itself is translated: no English sentence is left but those of the results.
    assert.deepEqual(await page.$$eval(".card h3", (all) => all.map((e) => e.textContent).filter((s) => /[a-z]{3}/.test(s))), []);
  }));

  test("a Korean browser gets Korean at once", onPage("#bear-wave", async (page) => {
    assert.equal(await page.getAttribute("html", "lang"), "ko");
  }, { locale: "ko-KR" }));

  test("dark follows the system and can be chosen", onPage("#bear-wave", async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    assert.ok(dark.match(/\d+/g).every((v) => Number(v) < 60), dark);
    await page.keyboard.press("t");
    const light = await ground();
    assert.ok(light.match(/\d+/g).every((v) => Number(v) > 200), light);
    await page.reload();
    await page.waitForSelector("#detail h2");
    assert.equal(await ground(), light);
  }, { colorScheme: "dark" }));

  test("a phone shows the list, then the scenario, never wider than its screen", onPage("", async (page) => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(await page.locator(".row a").first().isVisible());
    assert.ok(await page.locator("#detail").isHidden());
    assert.ok(await overflow() <= 0);
    await page.tap("text=The bear waves");
    await page.locator("#side").waitFor({ state: "hidden" }); // the page follows its address a moment after the tap
    await page.locator(".stage").first().waitFor();
    assert.ok(await overflow() <= 0);
    const sizes = await page.$$eval("#detail button:not(:disabled), #detail .back", (all) => all.filter((e) => e.offsetParent).map((e) => [e.textContent, e.offsetHeight]));
    assert.deepEqual(sizes.filter(([, height]) => height < 32), []);
    await page.tap(".back");
    await page.locator(".row a").first().waitFor();
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

  test("the list and the views can be used by keyboard alone", onPage("", async (page) => {
    for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement.closest(".row"))); ++i) await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(hash(page), "bear-wave");
    const unnamed = await page.$$eval("button, select, input, a[href]", (all) => all.filter((e) => e.offsetParent &&
      !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.[0]?.textContent.trim())).map((e) => e.outerHTML));
    assert.deepEqual(unnamed, []);
  }));

  for (const colorScheme of ["light", "dark"]) {
    test(`text stands out by 4.5 to 1 when ${colorScheme}`, onPage("#bear-wave/t1250", async (page) => {
      const weak = await page.evaluate(() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] / 255 + below[i] * (1 - top[3] / 255));
        const behind = (e) => (e ? over(rgba(getComputedStyle(e).backgroundColor), behind(e.parentElement)) : [255, 255, 255]);
        const light = (c) => c.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
        const texts = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest(".unseen, .skip, [aria-hidden=true], :disabled") &&
          [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
        return texts.map((e) => {
          const ground = behind(e), ink = over(rgba(getComputedStyle(e).color), ground);
          const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
          return [e.className || e.tagName, e.textContent.slice(0, 30), Math.round((a + 0.05) / (b + 0.05) * 100) / 100];
        }).filter(([, , contrast]) => contrast < 4.5);
      });
      assert.deepEqual(weak, []);
    }, { colorScheme }));
  }
});

describe("a damaged report", { skip: missing }, () => {
  let report, chromium;
  before(async () => { report = makeReport(); chromium = await openBrowser(); });
  after(async () => { await chromium?.close(); report?.remove(); });

  test("says which picture is missing or damaged and shows the others", async () => {
    rmSync(path.join(report.report, "pictures/bear-wave/t1250.golden.png"));
    writeFileSync(path.join(report.report, "pictures/bear-wave/t1250.diff.png"), "no picture");
    const { page, close } = await openPage(chromium.browser, report.url + "#bear-wave/t1250");
    await page.waitForFunction(() => document.querySelectorAll(".stage .torn").length === 2);
    assert.match(await page.textContent(".stage .torn"), /missing or damaged: pictures\/bear-wave\/t1250\.golden\.png/);
    assert.equal(await page.$$eval(".panels img", (all) => all.filter((i) => i.naturalWidth > 0).length), 1);
    await page.keyboard.press("2");
    await page.waitForSelector(".stage .torn");
    await close();
  });

  test("says so when the results are missing", async () => {
    rmSync(path.join(report.report, "data.js"));
    const { page, close } = await openPage(chromium.browser, report.url);
    assert.match(await page.textContent("h1"), /data\.js is missing or damaged/);
    await close();
  });
});
