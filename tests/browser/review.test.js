// `rigproof review` as a reviewer uses it: accepting and rejecting for real.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { makeReport, missing, openBrowser, openPage, sampleProgram } from "./page.js";

describe("the review", { skip: missing }, () => {
  let report, chromium, server, url;
  before(async () => {
    report = makeReport();
    chromium = await openBrowser();
    server = spawn(sampleProgram, ["review", report.folder], { stdio: ["ignore", "pipe", "inherit"] });
    url = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
  });
  after(async () => { await chromium?.close(); server?.kill(); report?.remove(); });

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
    let said = "";
    server.stdout.on("data", (data) => { said += data; });
    server.kill("SIGINT");
    const code = await new Promise((resolve) => server.once("exit", resolve));
    assert.equal(code, 0);
    assert.match(said, /ended/);
    await page.keyboard.press("a");
    await page.waitForSelector("#live.toast");
    assert.match(await page.textContent("#live"), /does not answer/);
    await close();
  });
});
