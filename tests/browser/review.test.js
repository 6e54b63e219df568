// `rigproof review` as a reviewer uses it: accepting and rejecting for real.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { endReviews, makeReport, missing, openBrowser, openPage, rigproof, startReview } from "./page.js";

describe("the review", { skip: missing }, () => {
  let report, chromium, server, url;
  before(async () => {
    report = makeReport();
    chromium = await openBrowser();
    server = await startReview(report.folder, "--out", ".", "--golden", "accepted");
    url = server.url;
  });
  after(async () => { await chromium?.close(); await server?.end(); report?.remove(); });

  const golden = (name) => path.join(report.folder, "accepted", name);
  const picture = (name) => readFileSync(path.join(report.report, "pictures", name));

  test("accepts, rejects and undoes by key and by click, and keeps the token out of the address", async () => {
    const { page, complaints, close } = await openPage(chromium.browser, url + "#bear-wave/t1250", { inside: new URL("/", url).href });
    await page.waitForSelector(".decide .accept");
    assert.equal(new URL(page.url()).search, "");
    await page.keyboard.press("a");
    await page.waitForSelector(".decided.accepted");
    assert.deepEqual(readFileSync(golden("bear-wave/t1250.png")), picture("bear-wave/t1250.actual.png"));
    await page.keyboard.press("u");
    await page.waitForSelector(".decide .accept");
    assert.ok(!existsSync(golden("bear-wave/t1250.png")));
    await page.click(".decide .reject");
    await page.waitForSelector(".decided.rejected");
    assert.equal(await page.getAttribute(".film a[data-capture=t1250]", "data-decision"), "Rejected");
    await page.reload(); // the cookie carries on, and the server knows what was decided
    await page.waitForSelector(".decided.rejected");
    assert.deepEqual(complaints, []);
    await close();
  });

  test("reads pixels of every capture, because it is served", async () => {
    const { page, close } = await openPage(chromium.browser, url + "#bear-idle", { inside: new URL("/", url).href });
    await page.waitForSelector(".stage");
    await page.locator(".stage").first().focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForSelector(".readout .swatch");
    await close();
  });

  test("accepts all that is shown after asking", async () => {
    const { page, close } = await openPage(chromium.browser, url + "#crowd-5000", { inside: new URL("/", url).href });
    await page.fill("#search", "crowd-5000");
    let asked = "";
    page.once("dialog", (dialog) => { asked = dialog.message(); dialog.accept(); });
    await page.click(".accept-all");
    await page.waitForSelector(".row[data-decision=Accepted]");
    assert.match(asked, /golden of 9 captures/);
    assert.ok(existsSync(golden("crowd-5000/t1750.png")) && existsSync(golden("crowd-5000/metrics.json")));
    assert.ok(!existsSync(golden("bear-sit")), "something that was not shown was accepted");
    await close();
  });

  test("another site can neither read nor accept", async () => {
    const { page, close } = await openPage(chromium.browser, report.url);
    const api = new URL("/api/accept", url).href;
    const outcome = await page.evaluate(async (address) => {
      try {
        await fetch(address, { method: "POST", mode: "no-cors", body: '{"items":[{"scenario":"bear-sit","capture":"t0"}]}' });
        const read = await fetch(address);
        return "read " + read.status;
      } catch { return "refused"; }
    }, api);
    assert.equal(outcome, "refused");
    assert.ok(!existsSync(golden("bear-sit")));
    await close();
  });

  test("ends in order on Ctrl-C, and the page says that it is gone", async () => {
    const { page, close } = await openPage(chromium.browser, url + "#bear-wave/t1500", { inside: new URL("/", url).href });
    await page.waitForSelector(".decide .accept");
    const { code, said } = await server.end();
    assert.equal(code, 0);
    assert.match(said, /The review has ended/);
    await page.keyboard.press("a");
    await page.waitForSelector("#live.toast");
    assert.match(await page.textContent("#live"), /does not answer/);
    await close();
  });
});

describe("the review of a real run", { skip: missing }, () => {
  let folder, chromium;
  const scenario = (joints) => writeFileSync(path.join(folder, "scenarios/tentacle/small.json"), JSON.stringify({
    kind: "tentacle", title: { en: "small" }, viewport: { width: 96, height: 60 }, tentacle: { joints },
    captures: [{ name: "t0" }, { name: "t1", time: 1 }, { name: "t2", time: 2 }] }));
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "rigproof-review-"));
    mkdirSync(path.join(folder, "scenarios/tentacle"), { recursive: true });
    chromium = await openBrowser();
  });
  after(async () => { endReviews(); await chromium?.close(); rmSync(folder, { recursive: true, force: true }); });

  test("new, then accepted by click, then passed; changed, then one accepted and one rejected; the rejected one still fails", async () => {
    const golden = (name) => readFileSync(path.join(folder, "golden/small", name));
    scenario(12);
    assert.equal(rigproof(folder, "run").status, 1);
    let review = await startReview(folder);
    let { page, complaints, close } = await openPage(chromium.browser, review.url, { inside: new URL("/", review.url).href });
    page.once("dialog", (dialog) => dialog.accept());
    await page.click(".accept-all");
    await page.waitForSelector(".row[data-decision=Accepted]");
    assert.deepEqual(complaints, []);
    await close();
    await review.end();
    assert.equal(rigproof(folder, "run", "-q").status, 0);

    scenario(5);
    const before = golden("t1.png");
    const run = rigproof(folder, "run");
    assert.equal(run.status, 1, run.said);
    review = await startReview(folder);
    ({ page, complaints, close } = await openPage(chromium.browser, review.url + "#small/t1", { inside: new URL("/", review.url).href }));
    await page.waitForSelector(".decide .accept");
    await page.keyboard.press("a");
    await page.waitForSelector(".decided.accepted");
    assert.notDeepEqual(golden("t1.png"), before);
    await page.click(".decide .undo");
    await page.waitForSelector(".decide .accept");
    assert.deepEqual(golden("t1.png"), before, "undo did not bring the old golden back");
    await page.keyboard.press("a");
    await page.waitForSelector(".decided.accepted");
    await page.keyboard.press("l");
    await page.waitForSelector(".decide .reject");
    await page.keyboard.press("r");
    await page.waitForSelector(".decided.rejected");
    await page.click(".decide .numbers");
    await page.waitForSelector(".decide .numbers", { state: "detached" }); // the page's policy forbids waitForFunction
    assert.deepEqual(complaints, []);
    await close();
    assert.equal((await review.end()).code, 0);
    const after = rigproof(folder, "run");
    assert.equal(after.status, 1);
    const results = JSON.parse(readFileSync(path.join(folder, "out/report/report.json"), "utf8")).scenarios[0];
    assert.deepEqual(results.captures.map((c) => [c.name, c.verdict]).slice(1), [["t1", "pass"], ["t2", "fail"]]);
    assert.ok(results.reasons.every((reason) => !reason.startsWith("ik.")), results.reasons.join("; "));
  });

  test("a run that goes on meanwhile is noticed: nobody has seen its pictures", async () => {
    const review = await startReview(folder);
    const { page, close } = await openPage(chromium.browser, review.url + "#small/t2", { inside: new URL("/", review.url).href });
    await page.waitForSelector(".decide .accept");
    scenario(20);
    rigproof(folder, "run", "-q");
    const before = readFileSync(path.join(folder, "golden/small/t2.png"));
    await page.keyboard.press("a");
    await page.waitForSelector("#live.toast");
    assert.match(await page.textContent("#live"), /start the review again/);
    assert.deepEqual(readFileSync(path.join(folder, "golden/small/t2.png")), before);
    await close();
    await review.end();
  });
});
