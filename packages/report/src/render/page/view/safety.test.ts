import { describe, expect, it } from "vitest";
import type { Report } from "../../../report.ts";
import { SAMPLE, sampleWith } from "../../../sample.test-support.ts";
import { safetyView } from "./safety.ts";

/** The text of the view as readers see it. */
const said = (report: Report): string =>
  safetyView(report)
    .source.replace(/<[^>]*>/gu, " ")
    .replace(/\s+/gu, " ");

describe("the view of what a run made and changed", () => {
  const disturbed: Report["changes"] = [
    { operation: "deleteAlertConfig", id: "64b0ad", state: "disturbed", note: "this <one> vanished" },
    { operation: "updateCluster", id: "Cluster1", state: "disturbed" },
  ];

  it("shows what changed although no request addressed it in a table of its own, first", () => {
    const text = said(sampleWith({ changes: [...SAMPLE.changes, ...disturbed] }));
    expect(text).toMatch(/ 2 ⚠ disturbed /u);
    const [before = ""] = text.split("Changed although no request addressed it ");
    expect(before).not.toContain("64b0ad");
    expect(text).toContain(
      "What State After What was seen 64b0ad ⚠ disturbed deleteAlertConfig this &lt;one&gt; vanished Cluster1 ⚠ disturbed updateCluster",
    );
    expect(text.indexOf("64b0ad")).toBeLessThan(text.indexOf("Left over What"));
  });

  it("does not count it among what was left over or put back", () => {
    const text = said(sampleWith({ changes: disturbed }));
    expect(text).toContain("Nothing is left over.");
    expect(text).toMatch(/ 0 ⚠ left over 0 ⚓ stays 0 ✔ removed 0 ↺ restored /u);
    expect(text).not.toContain("plumbline cleanup");
  });

  it("has no such table where nothing was disturbed", () => {
    expect(said(SAMPLE)).not.toContain("no request addressed");
    expect(said(SAMPLE)).toMatch(/ 0 ⚠ disturbed /u);
  });
});
