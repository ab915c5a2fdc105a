import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { everyRequirement } from "@plumbline/cli/every-requirement";
import { OPERATION_IDS } from "@plumbline/schemas";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildSite } from "./build.ts";
import { siteLinks } from "./check/site-links.ts";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
const noChromium = !existsSync(CHROMIUM) && !process.env["CI"];
const AXE = {
  // Preloading would load the style sheet again, which the content security policy forbids.
  preload: false,
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
};
/** Lists of hundreds of items, for which axe takes seconds. */
const LONG = ["rules/index.html", "faults/index.html"];
/** One page of each other kind. */
const KINDS = [
  "index.html",
  "rules/PAGE-ITEMS-ACCEPT.html",
  "rules/GEN-IDEMPOTENT-GET.html",
  "areas/ERR.html",
  "operations/index.html",
  "operations/listAlerts.html",
  "guide/index.html",
  "interface/limits.html",
];

const full = process.env["PLUMBLINE_FULL"] !== undefined;

let folder = "";
let browser: Browser | undefined;

/** Opens a page from its file, and fails if the page reports an error. */
async function opened(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser?.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  if (context === undefined) throw new Error("The browser was not started");
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(pathToFileURL(join(folder, path)).href);
  return page;
}

async function violations(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axe.source);
  return page.evaluate<readonly unknown[]>(
    `axe.run(document, ${JSON.stringify(AXE)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`,
  );
}

async function ask(page: Page, words: string): Promise<readonly string[]> {
  await page.keyboard.press("/");
  await page.locator("#asked").fill(words);
  await page.locator(".results li").first().waitFor();
  return page.locator(".results strong").allInnerTexts();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-site-"));
  await buildSite(folder);
  if (!noChromium)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

describe("the site", () => {
  it("has no link that leads nowhere, and a way from its first page to each other", () => {
    const { pages, broken, unreached } = siteLinks(folder);
    expect(broken).toEqual([]);
    expect(unreached).toEqual([]);
    for (const { id } of everyRequirement()) expect(pages).toContain(`rules/${id}.html`);
    for (const id of OPERATION_IDS) expect(pages).toContain(`operations/${id}.html`);
  });

  it("would notice such a link, such a place and such a page", () => {
    const other = mkdtempSync(join(tmpdir(), "plumbline-site-"));
    onTestFinished(() => rmSync(other, { recursive: true }));
    writeFileSync(
      join(other, "index.html"),
      '<a href="a.html">a</a> <a href="#b">b</a> <a href="https://example.org/">c</a>',
    );
    writeFileSync(join(other, "lost.html"), "<p id='x'>");
    expect(siteLinks(other)).toMatchObject({
      broken: ["index.html: a.html: no such file", "index.html: #b: no such place"],
      unreached: ["lost.html"],
    });
  });

  it("says on the page of a rule all that somebody needs whose server broke it", () => {
    const page = readFileSync(join(folder, "rules/PAGE-ITEMS-ACCEPT.html"), "utf8");
    for (const words of [
      "itemsPerPage takes 1 to 500.",
      "A server that breaks it fails.",
      "The description of the API says so.",
      "2xx for itemsPerPage=500",
      "400 VALIDATION_ERROR",
      "plumbline run --target target.yml --only PAGE-ITEMS-ACCEPT",
      "state fixtures.groupId in the target file",
      "../faults/index.html#PG-03",
      "../operations/listAlerts.html",
      "PAGE-ITEMS-REJECT",
    ])
      expect(page).toContain(words);
    for (const id of ["failing", "mend", "alone", "checked", "obstacles", "proven", "operations", "neighbours"])
      expect(page).toContain(`id="${id}"`);
  });
});

describe.skipIf(noChromium)("the site in Chromium, from its folder", () => {
  it.each(KINDS)("%s: axe finds nothing, light or dark, and it fits 390 pixels", async (path) => {
    const page = await opened(path);
    if (full) expect(await violations(page)).toEqual([]);
    await page.locator("#theme").click();
    if (full) expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
  });

  // The shorter pages above have the same parts; PLUMBLINE_FULL also tests the longest pages.
  it.runIf(full).each(LONG)("%s: axe finds nothing at 390 pixels, in the dark", async (path) => {
    const page = await opened(path, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
  });

  it("finds a rule by its id, by its words and by a part of a name, an operation, a fault and a text", async () => {
    const page = await opened("index.html");
    expect((await ask(page, "PAGE-ITEMS-ACCEPT"))[0]).toBe("PAGE-ITEMS-ACCEPT");
    expect(await violations(page)).toEqual([]);
    const firsts = async (words: string) => (await ask(page, words)).slice(0, 10);
    expect(await firsts("itemsPerPage 500")).toContain("PAGE-ITEMS-ACCEPT");
    expect(await firsts("acknowledged open list")).toContain("ALT-ACK-LEAVES-OPEN-LIST");
    expect(await firsts("listAlerts")).toContain("List alerts of a project");
    expect(await firsts("PG-03")).toContain("PG-03");
    expect(await firsts("known failures")).toContainEqual(expect.stringContaining("In a pipeline"));
  });

  it("is searched without a mouse: a key opens, arrows choose, Enter goes there, Escape closes", async () => {
    const page = await opened("rules/ALT-KEPT.html");
    await ask(page, "page items");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const second = await page.locator(":focus").innerText();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator(":focus").innerText()).toBe(second);
    await page.keyboard.press("Escape");
    expect(await page.locator("#search-dialog").isVisible()).toBe(false);
    const [first = ""] = await ask(page, "PAGE-SHAPE");
    await page.keyboard.press("Enter");
    await page.waitForURL(/PAGE-SHAPE\.html$/);
    expect(await page.locator("h1").innerText()).toBe(first);
  });

  it("leads from the first page to a rule by keyboard alone", async () => {
    const page = await opened("index.html");
    const reach = async (name: string): Promise<void> => {
      for (let step = 0; step < 80; step++) {
        await page.keyboard.press("Tab");
        if ((await page.evaluate("document.activeElement?.textContent")) === name) return page.keyboard.press("Enter");
      }
      throw new Error(`No key leads to ${name}`);
    };
    await reach("Pages of lists");
    await page.waitForURL(/areas\/PAGE\.html$/);
    await reach("PAGE-ITEMS-ACCEPT");
    await page.waitForURL(/PAGE-ITEMS-ACCEPT\.html$/);
  });

  it("reads without script", async () => {
    const page = await opened("index.html", { javaScriptEnabled: false });
    expect(await page.locator("button:visible").count()).toBe(0);
    await page.getByRole("link", { name: "All rules in one list" }).click();
    await page.getByRole("link", { name: "PAGE-ITEMS-ACCEPT", exact: true }).click();
    expect(await page.locator(".statement").innerText()).toBe("itemsPerPage takes 1 to 500.");
  });
});
