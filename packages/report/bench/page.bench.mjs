// Measures the page with ten thousand exchanges in a real browser, and the cost of writing every format compared with
// the run itself.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  parseReport,
  renderBadge,
  renderEvents,
  renderHar,
  renderHtml,
  renderJunit,
  renderMarkdown,
  renderSarif,
  serialiseReport,
} from "@plumbline/report";
import { chromium } from "playwright-core";
import { figure } from "../../../scripts/figures.mjs";

const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";
const EXCHANGES = Number(process.env.EXCHANGES ?? 10_000);
const TIMES = Number(process.env.TIMES ?? 5);
const PROGRAM = fileURLToPath(new URL("../../cli/dist/main.js", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
try {
  const { report, seconds } = await wholeRun();
  const large = grown(report);
  const file = join(folder, "large.html");
  writeFileSync(file, renderHtml(large));
  console.log(`The page with ${large.exchanges.length} exchanges, ${large.verdicts.length} checks`);
  figure({ name: "size of the page", values: statSync(file).size / 1024 ** 2, unit: "MiB", digits: 2, atMost: 12 });
  if (existsSync(CHROMIUM)) await inBrowser(file);
  else console.log(`  not opened: there is no Chromium at ${CHROMIUM}`);
  writing(report, seconds);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the whole suite against the reference as a user does, but writes JSON only. */
async function wholeRun() {
  const { main } = await import(pathToFileURL(PROGRAM).href);
  const quiet = { out: () => {}, note: () => {}, interactive: false, colour: false, width: 80, environment: {} };
  const began = performance.now();
  const code = await main(["run", "--format", "json", "--quiet", "--out", folder], quiet);
  const seconds = (performance.now() - began) / 1_000;
  if (code !== 0) throw new Error(`the run ended with ${code}, expected 0`);
  const [text, exchanges] = ["report.json", "exchanges.ndjson"].map((file) => readFileSync(join(folder, file), "utf8"));
  return { report: parseReport(text, exchanges), seconds };
}

/**
 * Copies the run's exchanges until there are EXCHANGES of them. Each copy has different bytes, so that compression has
 * work to do.
 */
function grown(report) {
  const { exchanges } = report;
  const more = Array.from({ length: Math.max(0, EXCHANGES - exchanges.length) }, (_, index) => {
    const one = exchanges[(index * 7919) % exchanges.length];
    return { ...one, id: `more${index}`, request: { ...one.request, url: `${one.request.url}#${Math.random()}` } };
  });
  const all = [...exchanges, ...more].slice(0, EXCHANGES);
  return { ...report, exchanges: all, counts: { ...report.counts, exchanges: all.length } };
}

async function inBrowser(file) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
  const first = [];
  const keys = [];
  const log = [];
  for (let time = 0; time < TIMES; time += 1) {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    first.push(await page.evaluate(paint));
    await page.evaluate("location.hash = 'requirements'");
    await page.locator("#areas details").first().waitFor();
    for (const letter of "page 50") keys.push(await page.evaluate(keystroke, ["[name=q]", letter]));
    await page.evaluate("location.hash = 'log'");
    await page.locator("#log-entries details").first().waitFor();
    for (const letter of "alerts") log.push(await page.evaluate(keystroke, ["#log-search", letter]));
    await page.close();
  }
  await browser.close();
  figure({ name: "first content", values: first, unit: "ms", atMost: 1_500 });
  figure({ name: "key in a filter, to the next frame", values: keys, unit: "ms", atMost: 100 });
  figure({ name: "key in the log, to the next frame", values: log, unit: "ms", atMost: 100 });
}

/** Milliseconds from the start of loading to the first contentful paint. */
function paint() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntriesByName("first-contentful-paint")[0]?.startTime)).observe({
      type: "paint",
      buffered: true,
    });
  });
}

/** Milliseconds from a key press to the end of the frame that shows its effect. */
function keystroke([selector, letter]) {
  const input = document.querySelector(selector);
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const began = performance.now();
      input.value += letter;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
  });
}

function writing(report, seconds) {
  const formats = {
    renderHtml,
    renderJunit,
    renderMarkdown,
    renderSarif,
    renderHar,
    renderEvents,
    renderBadge,
    serialiseReport,
  };
  const times = [];
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    for (const [name, render] of Object.entries(formats)) writeFileSync(join(folder, name), render(report));
    times.push(performance.now() - began);
  }
  const shares = times.map((milliseconds) => milliseconds / 10 / seconds);
  console.log(`Writing all ${Object.keys(formats).length} formats of a run of ${seconds.toFixed(1)} s`);
  figure({ name: "writing every format", values: times, unit: "ms" });
  figure({ name: "writing every format, of the run", values: shares, unit: "%", digits: 1, atMost: 5 });
}
