import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE } from "../sample.test-support.ts";
import { CHROMIUM, Pages, VIEWS } from "./chromium.test-browser.ts";

const pages = new Pages();
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
}

describe.skipIf(CHROMIUM.missing)(`accessibility in Chromium${CHROMIUM.note}`, () => {
  beforeAll(() => pages.start());
  afterAll(() => pages.stop());

  /** PLUMBLINE_FULL also tests the light scheme. */
  const schemes = process.env["PLUMBLINE_FULL"] === undefined ? (["dark"] as const) : (["light", "dark"] as const);
  it.each(schemes)("axe finds nothing in any view, in %s", async (colorScheme) => {
    const page = await pages.open(SAMPLE, "", { colorScheme });
    await page.evaluate(axe.source);
    for (const id of VIEWS) {
      await page.evaluate(`location.hash = '${id}'`);
      await page.locator(`#${id}:visible`).waitFor();
      await page.evaluate(
        "for (const one of document.querySelectorAll('main > .view:not(.away) details')) one.open = true",
      );
      await page.waitForTimeout(50);
      const options = { runOnly: { type: "tag", values: RULES } };
      const violations = await page.evaluate<readonly Violation[]>(
        `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
      );
      const found = violations.flatMap((one) => one.nodes.map(({ html, any }) => [one.id, html, any[0]?.message]));
      expect(found, id).toEqual([]);
    }
    await pages.close(page);
  });

  it("names every control, keeps the order of headings and gives no id twice", async () => {
    const page = await pages.open(SAMPLE, `#check=${encodeURIComponent("PAGE-ITEMS-ACCEPT@listAlerts/v2")}`);
    await page.locator("#areas article.current .exchange").first().waitFor();
    const nameless =
      "[...document.querySelectorAll('input, select')].filter((control) => control.labels.length === 0).length";
    expect(await page.evaluate(nameless)).toBe(0);
    const levels =
      "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => Number(heading.tagName[1]))";
    const found: number[] = await page.evaluate(levels);
    expect(found.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of found.entries()) expect(level).toBeLessThanOrEqual((found[index - 1] ?? 0) + 2);
    const doubles =
      "document.querySelectorAll('[id]').length - new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size";
    expect(await page.evaluate(doubles)).toBe(0);
    await pages.close(page);
  });
});
