import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE, hostileReport } from "../hostile.test-report.ts";
import type { Report, Verdict } from "../report.ts";
import { handshake, SAMPLE, SAMPLE_INPUT, sampleWith } from "../sample.test-report.ts";
import { renderHtml } from "./html.ts";
import { renderJunit } from "./junit.ts";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const found = existsSync(CHROMIUM);
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];
const FAILURE = "PAGE-ITEMS-REJECT@listAlerts/v2";

const folder = mkdtempSync(join(tmpdir(), "plumbline-page-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text that a reader sees: unlike `textContent`, without what is folded away. */
function seen(locator: Locator): Promise<string> {
  return locator.innerText();
}

/** Ten thousand exchanges over five hundred checks, every tenth of them broken. */
function largeReport(): Report {
  const verdicts = Array.from({ length: 500 }, (_, index): Verdict => {
    const common = { check: `PAGE-ITEMS-REJECT@op${index}`, requirement: "PAGE-ITEMS-REJECT", operation: `op${index}` };
    const evidence = [`e${index * 20}`, `e${index * 20 + 1}`];
    const broken = { outcome: "fail", expected: "4xx", received: "200" } as const;
    return { ...common, evidence, ...(index % 10 === 0 ? broken : { outcome: "pass" }) };
  });
  const exchanges = Array.from({ length: 5000 }, (_, index) =>
    handshake(index * 2, "PAGE-ITEMS-REJECT@op", "op"),
  ).flat();
  return sampleWith({ verdicts, exchanges });
}

if (!found && process.env["CI"]) {
  it("finds Chromium", () => {
    throw new Error(
      `The page is tested in Chromium, but there is none at ${CHROMIUM}. ` +
        "Run `apt-get install chromium`, or set CHROMIUM to the path of one.",
    );
  });
}

const reason = found ? "" : ` (skipped: no Chromium at ${CHROMIUM}; apt-get install chromium, or set CHROMIUM)`;

describe.skipIf(!found)(`the page in Chromium${reason}`, () => {
  let browser: Browser;
  /** What the page complained about; every test ends by looking at it. */
  let complaints: string[];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function open(report: Report, hash = "", options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
    const path = join(folder, "report.html");
    writeFileSync(path, renderHtml(report));
    const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
    const page = await context.newPage();
    complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!/^(?:file|data):/u.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
    await page.goto(`${pathToFileURL(path).href}${hash}`);
    return page;
  }

  async function close(page: Page): Promise<void> {
    expect(complaints).toEqual([]);
    await page.context().close();
  }

  it("shows the exchanges of a failure when its details are opened", async () => {
    const page = await open(SAMPLE);
    const check = page.locator("#failures article").first();
    expect(await check.locator(".exchange").count()).toBe(0);
    await check.locator("details.evidence > summary").click();
    const exchanges = check.locator("details.exchange");
    await exchanges.nth(1).waitFor();
    expect(await exchanges.count()).toBe(2);
    expect(await seen(exchanges.nth(0).locator("summary"))).toMatch(
      /\+0 ms\s+GET\s+https:\S+itemsPerPage=501\s+401\s+11 ms/u,
    );
    expect(await seen(exchanges.nth(1).locator("summary"))).toMatch(/\+15 ms/u);
    expect(await seen(exchanges.nth(1))).toContain("Authorization: Digest [redacted]");
    expect(await seen(exchanges.nth(1))).toContain('{"results":[{"id":"1","status":"OPEN"}],"totalCount":1}');
    expect(await exchanges.nth(1).getByRole("button", { name: "Copy curl" }).isVisible()).toBe(true);
    await exchanges.nth(0).locator("summary").click();
    await exchanges.nth(0).locator("pre").first().waitFor();
    expect(await seen(exchanges.nth(0))).toContain('WWW-Authenticate: Digest realm="cms"');
    await exchanges.nth(1).getByRole("button", { name: "Indent" }).click();
    expect(await seen(exchanges.nth(1))).toContain('"status": "OPEN"');
    await close(page);
  });

  it("filters and searches, and keeps both in the address", async () => {
    const page = await open(SAMPLE);
    const shown = page.locator("#areas details.requirement:visible");
    expect(await shown.count()).toBe(8);
    await page.locator("#filters").getByLabel("Level").selectOption("MUST");
    expect(await shown.count()).toBe(5);
    await page.locator("#filters").getByLabel("Search").fill("page 500");
    expect(await shown.locator(".id").allInnerTexts()).toEqual(["PAGE-ITEMS-REJECT", "PAGE-ITEMS-ACCEPT"]);
    expect(await seen(page.locator("#shown"))).toBe("2 of 8 requirements");
    expect(new URL(page.url()).hash).toBe("#level=MUST&q=page+500");
    await page.getByRole("link", { name: /^Exchanges/u }).click();
    expect(new URL(page.url()).hash).toBe("#level=MUST&q=page+500");
    await page.reload();
    expect(await shown.count()).toBe(2);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    expect(await shown.count()).toBe(8);
    await page.evaluate("location.hash = 'outcome=observed&area=nowhere'");
    await expect.poll(() => page.textContent("#shown")).toBe("1 of 8 requirements");
    await close(page);
  });

  it("opens the check that a link names, wherever it stands", async () => {
    const page = await open(SAMPLE, `#check=${encodeURIComponent(FAILURE)}`);
    const failure = page.locator("#failures article.current");
    expect(await failure.locator("details.evidence").getAttribute("open")).toBe("");
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(FAILURE);
    await page.evaluate("location.hash = 'check=PAGE-ITEMS-ACCEPT@listAlerts/v2'");
    const passed = page.locator("#areas article.current");
    await passed.waitFor();
    expect(await passed.locator(".exchange").count()).toBe(2);
    await page.locator("#not-run summary").first().click();
    await page.locator("#not-run a").first().click();
    await page.locator("#areas article.current", { hasText: "ROLE-READ" }).waitFor();
    await close(page);
  });

  it("works by keyboard alone", async () => {
    const page = await open(SAMPLE);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the failures");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("failures-title");
    const details = page.locator("#failures details.evidence").first();
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate("document.activeElement.matches('.evidence > summary')")) break;
    }
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page.keyboard.press("Enter");
    expect(await details.getAttribute("open")).toBe("");
    await details.locator(".exchange").first().waitFor();
    await page.keyboard.press("Enter");
    expect(await details.getAttribute("open")).toBeNull();
    await close(page);
  });

  it("runs and loads nothing that a target supplied", async () => {
    const page = await open(hostileReport());
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    await page.locator("#failures .exchange").first().waitFor();
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
    await page.locator("#areas article .exchange pre").first().waitFor();
    await page.waitForTimeout(100);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(await page.locator("body img, body svg:not(.bar), body script:not(:nth-last-child(-n + 2))").count()).toBe(
      0,
    );
    expect(await page.locator("[href]:not([href^='#']):not(link), [src], [onload], [onerror], [onfocus]").count()).toBe(
      0,
    );
    expect(await seen(page.locator("main"))).not.toMatch(/[^\P{C}\n\t]/u);
    expect(await page.locator(".hidden-char", { hasText: "U+202E" }).count()).toBeGreaterThan(10);
    expect(await seen(page.locator("#failures dd").first())).toContain(HOSTILE[0]);
    await page.locator("#failures a.anchor").first().click();
    await page.locator("#failures article.current").waitFor();
    await close(page);
  });

  it("stays quick with ten thousand exchanges", async () => {
    const started = Date.now();
    const page = await open(largeReport());
    await page.locator("#failures details.evidence > summary").nth(49).click();
    await page.locator("#failures .exchange").first().waitFor();
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(await page.locator("#log-entries details").count()).toBe(100);
    expect(await seen(page.locator("#log-position"))).toBe("1–100 of 10,000");
    await page.getByRole("button", { name: "On", exact: true }).click();
    expect(await seen(page.locator("#log-position"))).toBe("101–200 of 10,000");
    await page.locator("#log-search").fill("401 e99");
    expect(await seen(page.locator("#log-position"))).toMatch(/^1–\d+ of \d+$/u);
    expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(6000);
    await close(page);
  });

  it("reads without script", async () => {
    const page = await open(SAMPLE, "", { javaScriptEnabled: false });
    const text = await seen(page.locator("body"));
    expect(text).toContain(SAMPLE.reason);
    expect(text).toContain("a 4xx status, because itemsPerPage is over its maximum of 500");
    expect(text).toContain("The list of requirements needs script");
    expect(await page.locator("#filters").isVisible()).toBe(false);
    await page.context().close();
  });

  it.each([1100, 400, 320])("fits a screen of %i pixels in width", async (width) => {
    const page = await open(hostileReport(), `#check=${encodeURIComponent(FAILURE)}`);
    await page.setViewportSize({ width, height: 800 });
    await page.locator("#failures .evidence > summary").first().click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    await close(page);
  });

  it("names every control and keeps the order of headings", async () => {
    const page = await open(SAMPLE, `#check=${encodeURIComponent(FAILURE)}`);
    await page.locator("#areas summary").nth(3).click();
    const nameless =
      "[...document.querySelectorAll('input, select')].filter((control) => control.labels.length === 0).length";
    expect(await page.evaluate(nameless)).toBe(0);
    const levels =
      "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => Number(heading.tagName[1]))";
    const found: number[] = await page.evaluate(levels);
    expect(found.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of found.entries()) expect(level).toBeLessThanOrEqual((found[index - 1] ?? 0) + 1);
    const doubles =
      "document.querySelectorAll('[id]').length - new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size";
    expect(await page.evaluate(doubles)).toBe(0);
    await close(page);
  });

  it("accepts the JUnit file of a hostile report as well-formed XML", async () => {
    const page = await open(SAMPLE);
    const parse =
      "(text) => { const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml'); return root.tagName + root.querySelectorAll('testcase').length; }";
    const parsed = await page.evaluate(`(${parse})(${JSON.stringify(renderJunit(hostileReport()))})`);
    expect(parsed).toBe(`testsuites${SAMPLE_INPUT.verdicts.length}`);
    await close(page);
  });
});
