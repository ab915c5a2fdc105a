import { describe, expect, it } from "vitest";
import { SAMPLE } from "../sample.test-support.ts";
import { type Live, renderLive } from "./render-live.ts";
import { runLineOf } from "./run-line.ts";

const live: Live = {
  toolVersion: "1.2.3",
  data: { base: "/token/", page: 1, newest: true },
  choices: { targets: ["a.yml", "reference"], profiles: ["neutral"], target: "a.yml", names: ["PAGE"] },
  runs: [],
};
const later = { ...SAMPLE, run: { ...SAMPLE.run, startedAt: "2027-01-01T00:00:00Z" } };

describe("renderLive", () => {
  it("is there before anything has run", () => {
    const page = renderLive(undefined, live);
    expect(page).toContain('id="start"');
    expect(page).toContain("Nothing has run yet.");
    expect(page).not.toContain('id="report-data"');
    expect(page).toMatch(/connect-src &#39;self&#39;/u);
  });

  it("shows all views of the report besides its own", () => {
    const page = renderLive(SAMPLE, { ...live, runs: [runLineOf("one", SAMPLE)] });
    for (const id of ["outcome", "failures", "log", "now", "runs"]) expect(page).toContain(`<section id="${id}"`);
    expect(page).toContain("A trend needs two runs");
  });

  it("plots runs of the same, leads to them, and leaves out what cannot stand beside them", () => {
    const lines = [runLineOf("two", later), runLineOf("one", SAMPLE)];
    const other = { ...runLineOf("other", SAMPLE), selection: "--area PAGE" };
    const page = renderLive(SAMPLE, { ...live, runs: [...lines, other] });
    expect([...page.matchAll(/<a href="(\/token\/runs\/\w+\/)" aria-label/gu)].map(([, to]) => to)).toEqual([
      "/token/runs/one/",
      "/token/runs/two/",
    ]);
    expect(page).toContain('href="/token/runs/other/"');
    // An HTML element inside the SVG would end the plot.
    for (const [svg] of page.matchAll(/<svg class="?[^>]*>.*?<\/svg>|<svg width.*?<\/svg>/gsu))
      expect(svg).not.toMatch(/<(?:span|p|div)\b/u);
    const { broken } = runLineOf("one", SAMPLE);
    expect(Object.values(broken).reduce((sum, count) => sum + count, 0)).toBe(
      runLineOf("one", SAMPLE).requirements.broken,
    );
    for (const area of Object.keys(broken)) expect(page).toContain(`<title>${area}, `);
  });
});
