import { describe, expect, it } from "vitest";
import { SAMPLE } from "../../../sample.test-support.ts";
import { renderHtml } from "../../html.ts";
import type { RuleBook } from "../../rule-book.ts";
import { renderSarif } from "../../sarif.ts";
import { aboutRule } from "./about-rule.ts";

const BOOK: RuleBook = {
  site: "https://example.org/docs/",
  note: (id) => ({ checked: ["It is asked."], mistakes: [`<${id}>`], mend: ["Mend it."] }),
};
const broken = SAMPLE.requirements.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);

/** The notes that the page contains for its script. */
const carried = (page: string) =>
  JSON.parse(/<script type="application\/json" id="rule-notes">(.*?)<\/script>/su.exec(page)?.[1] ?? "null");

describe("what a page says about rules", () => {
  it("is what the book knows, and a link to its site", () => {
    const { source = "" } = aboutRule("PAGE-1", BOOK) ?? {};
    expect(source).toContain("<dt>Known causes of failure</dt><dd>&lt;PAGE-1&gt;</dd>");
    expect(source).toContain('href="https://example.org/docs/rules/PAGE-1.html"');
  });

  it("has no link where there is no site, and nothing without a book", () => {
    expect(aboutRule("PAGE-1", { note: BOOK.note })?.source).not.toContain("href");
    expect(aboutRule("PAGE-1", undefined)).toBeUndefined();
    expect(renderHtml(SAMPLE)).not.toContain("About this rule</summary>");
    expect(carried(renderHtml(SAMPLE))).toBeNull();
  });

  it("stands with each cause, and in the page for its script: each sentence once, and none for what holds", () => {
    const page = renderHtml(SAMPLE, BOOK);
    expect(page).toContain("About this rule</summary>");
    const { sentences, notes, site } = carried(page);
    expect(site).toBe("https://example.org/docs/");
    expect(new Set(sentences).size).toBe(sentences.length);
    expect(broken.length).toBeGreaterThan(0);
    for (const id of broken) expect(notes[id]).toHaveLength(3);
    for (const { id, outcome } of SAMPLE.requirements) if (outcome === "pass") expect(notes[id]).toBeUndefined();
  });

  it("is where SARIF sends its readers", () => {
    const [run] = JSON.parse(renderSarif(SAMPLE, BOOK)).runs;
    const [rule] = run.tool.driver.rules;
    expect(rule.helpUri).toBe(`https://example.org/docs/rules/${encodeURIComponent(rule.id)}.html`);
    expect(renderSarif(SAMPLE)).not.toContain("helpUri");
  });
});
