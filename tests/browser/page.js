// A report and a browser for the tests: made once a file of tests, torn down after it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
export const chromiumPath = process.env.RIGPROOF_CHROMIUM || "/usr/bin/chromium";
export const buildFolder = process.env.RIGPROOF_BUILD || path.join(here, "..", "..", "build", "release");
const sampleProgram = path.join(buildFolder, "tests", "report_sample");
const program = path.join(buildFolder, "harness", "rigproof");

/** Why the tests cannot run here; false when they can (to node's test runner even "" means skip). */
export const missing = !existsSync(chromiumPath) ? `no Chromium at ${chromiumPath}: apt-get install chromium, or set RIGPROOF_CHROMIUM` :
  [sampleProgram, program].map((file) => !existsSync(file) && `no ${file}: build it first, or set RIGPROOF_BUILD`).find(Boolean) || false;

/** A fresh folder with a sample report in it. */
export function makeReport(plainCaptures = 0) {
  const folder = mkdtempSync(path.join(tmpdir(), "rigproof-report-"));
  execFileSync(sampleProgram, [folder, String(plainCaptures)]);
  const report = path.join(folder, "report");
  return { folder, report, url: pathToFileURL(path.join(report, "index.html")).href, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs `rigproof` in a folder; its exit code and what it said. */
export function rigproof(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Starts `rigproof review`; `url` is what it prints, `end` ends it as Ctrl-C does and gives its exit code and all that it said. */
const reviews = new Set();

/** Ends what a failed test left running: a server that lives on would keep the test runner waiting for ever. */
export function endReviews() {
  for (const server of reviews) server.kill("SIGKILL");
}

export async function startReview(folder, ...args) {
  const server = spawn(program, ["review", ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  reviews.add(server);
  const exit = new Promise((resolve) => server.once("exit", (code) => { reviews.delete(server); resolve(code); }));
  let said = "";
  const url = await new Promise((resolve, reject) => {
    server.stdout.on("data", (data) => {
      said += data;
      const found = said.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
    exit.then((code) => reject(new Error(`rigproof review ended with ${code}: ${said}`)));
  });
  return { url, end: async () => { server.kill("SIGINT"); return { code: await exit, said }; } };
}

export async function openBrowser() {
  const profile = mkdtempSync(path.join(tmpdir(), "rigproof-chromium-"));
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", `--disk-cache-dir=${profile}`],
  });
  return { browser, close: async () => { await browser.close(); rmSync(profile, { recursive: true, force: true }); } };
}

/** A page on which every complaint and every request is noted. `inside` is what all addresses must start with. */
export async function openPage(browser, url, { viewport = { width: 1440, height: 900 }, inside = new URL(".", url).href, ...options } = {}) {
  const context = await browser.newContext({ viewport, locale: "en-US", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(inside) && !request.url().startsWith("data:")) complaints.push("request left the folder: " + request.url());
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}
