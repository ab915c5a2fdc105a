import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE, hostileReport } from "../hostile.test-support.ts";
import { SAMPLE, SAMPLE_INPUT } from "../sample.test-support.ts";
import { CHROMIUM, Pages, seen, VIEWS } from "./chromium.test-browser.ts";
import { renderJunit } from "./junit.ts";

const pages = new Pages();

/** Opens everything in the current view, and everything that this reveals. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await page.evaluate(
      "for (const one of document.querySelectorAll('main > .view:not(.away) details')) one.open = true",
    );
    await page.waitForTimeout(30);
  }
}

describe.skipIf(CHROMIUM.missing)(`a hostile report in Chromium${CHROMIUM.note}`, () => {
  beforeAll(() => pages.start());
  afterAll(() => pages.stop());

  it("runs and loads nothing that a target supplied, in any view", async () => {
    const page = await pages.open(hostileReport());
    for (const id of VIEWS) {
      await page.evaluate(`location.hash = '${id}'`);
      await page.locator(`#${id}:visible`).waitFor();
      await openAll(page);
      expect(await seen(page.locator(`#${id}`)), id).not.toMatch(/[^\P{C}\n\t]/u);
      expect(await page.evaluate("document.documentElement.scrollWidth"), id).toBeLessThanOrEqual(1100);
    }
    expect(await page.locator("#areas article .exchange pre").count()).toBeGreaterThan(3);
    expect(await page.locator("#log-entries .exchange pre").count()).toBeGreaterThan(3);
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(await page.locator("body img, body svg:not(.bar), body script:not(:nth-last-child(-n + 3))").count()).toBe(
      0,
    );
    expect(await page.locator("[href]:not([href^='#']):not(link), [src], [onload], [onerror], [onfocus]").count()).toBe(
      0,
    );
    expect(await page.locator(".hidden-char", { hasText: "U+202E" }).count()).toBeGreaterThan(50);
    expect(await page.locator("#failures dd").first().textContent()).toContain(HOSTILE[0]);
    await page.evaluate("location.hash = 'failures'");
    await page.locator("#failures a.anchor").first().click();
    await page.locator("#failures article.current").waitFor();
    await pages.close(page);
  });

  it.each(process.env["PLUMBLINE_FULL"] === undefined ? [320] : [1100, 400, 320])(
    "fits a screen of %i pixels in width",
    async (width) => {
      const page = await pages.open(hostileReport());
      await page.setViewportSize({ width, height: 800 });
      for (const id of VIEWS) {
        await page.evaluate(`location.hash = '${id}'`);
        await page.locator(`#${id}:visible`).waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth"), id).toBeLessThanOrEqual(width);
      }
      await pages.close(page);
    },
  );

  it("gives a JUnit file that is well-formed XML", async () => {
    const page = await pages.open(SAMPLE);
    // The content security policy of the page forbids all parsing of texts.
    await page.goto("about:blank");
    const parse =
      "(text) => { const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml'); return root.tagName + root.querySelectorAll('testcase').length; }";
    const parsed = await page.evaluate(`(${parse})(${JSON.stringify(renderJunit(hostileReport()))})`);
    expect(parsed).toBe(`testsuites${SAMPLE_INPUT.verdicts.length}`);
    await pages.close(page);
  });
});
