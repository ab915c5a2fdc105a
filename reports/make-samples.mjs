// Makes the committed samples and pictures, after npm run build: node reports/make-samples.mjs [NAME...]
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseReport } from "../packages/report/dist/index.js";

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, "../packages/cli/bin/plumbline.mjs");
const work = mkdtempSync(join(tmpdir(), "plumbline-samples-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const LIMIT = 3 * 1024 ** 2;

const FAULTS = ["PG-03", "VA-02", "VA-30", "VA-33", "VA-39", "AU-20", "AU-21"];
const SAMPLES = {
  reference: { run: [] },
  faulty: { run: FAULTS.flatMap((id) => ["--fault", id]), before: "reference" },
  prism: { run: ["--target", "prism"] },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SAMPLES);
for (const [name, { run, before }] of Object.entries(SAMPLES)) if (wanted.includes(name)) make(name, run, before);
if (wanted.includes("faulty")) await pictures();

function make(name, run, before) {
  const out = join(work, name);
  plumbline(["run", ...run, "--format", "json", "--out", out]);
  const report = join(out, "report.json");
  if (before !== undefined && existsSync(join(work, before)))
    plumbline(["report", "--from", report, "--before", join(work, before), "--format", "html"]);
  else plumbline(["report", "--from", report, "--format", "html"]);
  if (statSync(join(out, "index.html")).size > LIMIT) {
    const [text, exchanges] = [report, join(out, "exchanges.ndjson")].map((file) => readFileSync(file, "utf8"));
    writeFileSync(report, JSON.stringify(pruned(parseReport(text, exchanges))));
    plumbline(["report", "--from", report, "--format", "html"]);
  }
  mkdirSync(join(here, "samples", name), { recursive: true });
  copyFileSync(join(out, "index.html"), join(here, "samples", name, "index.html"));
}

/** Without exchanges but those of broken rules and of the first check of each rule: a repository is no archive. */
function pruned(report) {
  const seen = new Map();
  const kept = new Set();
  for (const { requirement, outcome, evidence } of report.verdicts) {
    const times = (seen.get(requirement) ?? 0) + 1;
    seen.set(requirement, times);
    if (times === 1 || ["fail", "flaky", "warn", "known-fail"].includes(outcome))
      for (const id of evidence) kept.add(id);
  }
  return {
    ...report,
    exchanges: report.exchanges.filter(({ id }) => kept.has(id)),
    verdicts: report.verdicts.map((verdict) => ({
      ...verdict,
      evidence: verdict.evidence.filter((id) => kept.has(id)),
    })),
  };
}

function plumbline(args) {
  const { status } = spawnSync(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0 && status !== 1 && status !== 3) throw new Error(`plumbline ${args.join(" ")} ended with ${status}`);
}

/** The start page and a failure, of the faulty reference, as a reader first sees them. */
async function pictures() {
  const { chromium } = createRequire(join(here, "../packages/report/package.json"))("playwright-core");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  const file = pathToFileURL(join(here, "samples/faulty/index.html")).href;
  await page.goto(file);
  await page.locator(".first-causes").waitFor();
  await page.screenshot({ path: join(here, "samples/start.png") });
  await page.locator(".first-causes a", { hasText: "PAGE-ITEMS-ACCEPT" }).click();
  await page.locator("#failures article.current .exchange").last().waitFor();
  await page.evaluate(
    "document.activeElement.blur(); document.querySelector('.current').classList.remove('current'); scrollTo(0, 0)",
  );
  await page.screenshot({ path: join(here, "samples/failure.png") });
  await page.locator("nav a[href='#matrix']").click();
  await page.evaluate("document.activeElement.blur()");
  await page.screenshot({ path: join(here, "samples/operations.png") });
  await browser.close();
}
