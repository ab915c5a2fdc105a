import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Report } from "../report.ts";
import { renderHtml } from "./html.ts";

const PATH = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/** In CI a missing browser is an error; elsewhere the names of the skipped tests mention it. */
export const CHROMIUM = {
  missing: !existsSync(PATH) && !process.env["CI"],
  note: existsSync(PATH) ? "" : ` (no Chromium at ${PATH}: apt-get install chromium, or set CHROMIUM)`,
};

/** Opens pages of reports in one browser, and records every error and network request of each page. */
export class Pages {
  readonly #folder = mkdtempSync(join(tmpdir(), "plumbline-page-"));
  readonly #complaints = new WeakMap<Page, string[]>();
  #browser: Browser | undefined;

  async start(): Promise<void> {
    this.#browser = await chromium.launch({ executablePath: PATH, args: ARGS });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async open(report: Report, hash = "", options: BrowserContextOptions = {}): Promise<Page> {
    const path = join(this.#folder, "report.html");
    writeFileSync(path, renderHtml(report));
    const context = await this.#browser?.newContext({ viewport: { width: 1100, height: 800 }, ...options });
    if (context === undefined) throw new Error("The browser was not started: call start() before open()");
    const page = await context.newPage();
    const complaints: string[] = [];
    this.#complaints.set(page, complaints);
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!/^(?:file|data):/u.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(`${pathToFileURL(path).href}${hash}`);
    return page;
  }

  /** Ends a test. Fails when the page reported an error or sent a request. */
  async close(page: Page): Promise<void> {
    expect(this.#complaints.get(page)).toEqual([]);
    await page.context().close();
  }
}

/** The text that a reader sees: unlike `textContent`, without folded parts. */
export function seen(locator: Locator): Promise<string> {
  return locator.innerText();
}

/** Every view that the page links to. */
export const VIEWS = [
  "outcome",
  "failures",
  "warnings",
  "known",
  "not-run",
  "comparison",
  "matrix",
  "requirements",
  "interface",
  "roles",
  "limits",
  "coverage",
  "observed",
  "log",
  "safety",
  "set-up",
] as const;
