// npm run samples [-- NAME ...]: writes the reports in reports/samples (all, or only those named), and takes their
// screenshots for the documents. Needs everything that `npm test` installs, and Chromium.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { installChromium } from "../../scripts/chromium.mjs";
import { build, root } from "../../scripts/pnpm.mjs";

const SAMPLES = join(root, "reports/samples");
/** A few mistakes, typical for the beginning of an implementation. */
const FAULTS = "PG-03,EB-03,VA-35,AC-02,OU-02,BK-05,RT-02,AL-24";
const RUNS = {
  reference: ["--target", "reference"],
  faulty: ["--target", "reference", "--fault", FAULTS],
  prism: ["--target", "prism"],
};
/** Screenshots of the faulty report: by file name, the steps before each. */
const PICTURES = {
  "start.png": async (page) => page.locator("#outcome").waitFor(),
  "failure.png": async (page) => {
    await go(page, "failures");
    await page.locator("#failures .cause").nth(1).locator("details.evidence > summary").first().click();
    await page.locator("#failures .cause").nth(1).locator(".line").first().waitFor();
    await page
      .locator("#failures .cause")
      .nth(1)
      .evaluate((cause) => cause.scrollIntoView());
  },
  "operations.png": async (page) => go(page, "matrix"),
};

/** Screenshots of the live page: a server whose faults are fixed step by step, and one that is watched during a run. */
const LIVE = "live";
const MENDED = [
  [...FAULTS.split(","), "EN-07", "RS-05", "QP-15"],
  [...FAULTS.split(","), "EN-07"],
  FAULTS.split(","),
  FAULTS.split(",").slice(0, 5),
  [...FAULTS.split(",").slice(0, 3), "RS-71"],
  FAULTS.split(",").slice(0, 1),
];
/** Only checks that wait for nothing: outages and snapshots take minutes of real time. */
const JUDGED = ["--target", "target.yml", "--risk", "read"];
const PROGRAM = join(root, "packages/cli/bin/plumbline.mjs");

const names = process.argv.slice(2);
const unknown = names.find((name) => name !== LIVE && !Object.hasOwn(RUNS, name));
if (unknown !== undefined) {
  process.stderr.write(`there is no sample "${unknown}": the samples are ${[...Object.keys(RUNS), LIVE].join(", ")}\n`);
  process.exit(2);
}
installChromium();
build({ quiet: true });
for (const [name, flags] of Object.entries(RUNS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const folder = ownFolder();
  const args = [PROGRAM, "run", ...flags, "--format", "html", "--quiet", "--out", folder];
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  cpSync(join(folder, "index.html"), join(SAMPLES, name, "index.html"));
}
if (names.length === 0 || names.includes("faulty")) await takePictures();
if (names.length === 0 || names.includes(LIVE)) await takeLivePictures();

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

async function takeLivePictures() {
  const folder = ownFolder();
  const server = await serveWith(["--port", "0"], folder);
  const port = new URL(server.baseUrl).port;
  await server.close();
  for (const faults of MENDED) {
    const { environment, close } = await serveWith(["--port", port, "--fault", faults.join(",")], folder);
    const flags = [...JUDGED, "--quiet", "--format", "json"];
    const out = `runs/${MENDED.indexOf(faults)}`;
    spawnSync(process.execPath, [PROGRAM, "run", ...flags, "--out", out], { cwd: folder, env: environment });
    await close();
  }
  const { environment, close } = await serveWith(["--port", port, "--fault", MENDED[2].join(",")], folder);
  const flags = [...JUDGED, "--out", "runs"];
  const child = spawn(process.execPath, [PROGRAM, "ui", ...flags], { cwd: folder, env: environment });
  const [line] = await once(child.stdout, "data");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${String(line).trim()}#runs`);
  await page.locator("#runs:visible").waitFor();
  await page.screenshot({ path: join(SAMPLES, "trend.png") });
  await go(page, "now");
  await page.locator("#go").click();
  await page.locator("#failing > li").nth(3).waitFor();
  await page.screenshot({ path: join(SAMPLES, "live.png") });
  await browser.close();
  child.kill("SIGTERM");
  await once(child, "exit");
  await close();
}

function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-sample-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the reference as a separate process, and writes its target file into `folder`. */
async function serveWith(flags, folder) {
  const child = spawn(process.execPath, [PROGRAM, "serve", "--quiet", "--print-target", ...flags]);
  let exports = "";
  child.stderr.on("data", (chunk) => {
    exports += chunk;
  });
  const [file] = await once(child.stdout, "data");
  writeFileSync(join(folder, "target.yml"), file);
  const variables = exports.matchAll(/^export (\w+)='?([^'\n]*)'?$/gmu);
  return {
    baseUrl: /^baseUrl: (.*)$/mu.exec(file)[1],
    environment: { ...process.env, ...Object.fromEntries([...variables].map(([, name, value]) => [name, value])) },
    close: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
