// npm run samples [-- NAME ...]: writes the reports in reports/samples (all, or those of these names) and takes the pictures
// of them that the documents show. Needs what `npm test` installs, and Chromium.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { build, root } from "../../scripts/pnpm.mjs";

const SAMPLES = join(root, "reports/samples");
/** A few mistakes, as somebody makes who begins. */
const FAULTS = "PG-03,EB-03,VA-35,AC-02,OU-02,BK-05,RT-02,AL-24";
const RUNS = {
  reference: [],
  faulty: ["--fault", FAULTS],
  prism: ["--target", "prism"],
};
/** Pictures of the faulty one: the view, and what is done before. */
const PICTURES = {
  "start.png": async (page) => page.locator("#outcome").waitFor(),
  "failure.png": async (page) => {
    await go(page, "failures");
    await page.locator("#failures .cause").nth(1).locator("details.evidence > summary").click();
    await page.locator("#failures .cause").nth(1).locator(".line").first().waitFor();
    await page
      .locator("#failures .cause")
      .nth(1)
      .evaluate((cause) => cause.scrollIntoView());
  },
  "operations.png": async (page) => go(page, "matrix"),
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(RUNS, name));
if (unknown !== undefined) {
  process.stderr.write(`there is no sample "${unknown}": the samples are ${Object.keys(RUNS).join(", ")}\n`);
  process.exit(2);
}
build({ quiet: true });
for (const [name, flags] of Object.entries(RUNS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), "plumbline-sample-"));
  const args = ["packages/cli/bin/plumbline.mjs", "run", ...flags, "--format", "html", "--quiet", "--out", folder];
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  cpSync(join(folder, "index.html"), join(SAMPLES, name, "index.html"));
  rmSync(folder, { recursive: true });
}
if (names.length === 0 || names.includes("faulty")) await takePictures();

async function takePictures() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  for (const [file, prepare] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(pathToFileURL(join(SAMPLES, "faulty/index.html")).href);
    await prepare(page);
    await page.screenshot({ path: join(SAMPLES, file) });
    await page.close();
  }
  await browser.close();
}

async function go(page, view) {
  await page.locator(`nav a[href='#${view}']`).click();
  await page.locator(`#${view}`).waitFor();
}
