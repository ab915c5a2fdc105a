import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { renderJunit } from "./junit.ts";

function count(xml: string, pattern: RegExp): number {
  return Array.from(xml.matchAll(pattern)).length;
}

describe("renderJunit", () => {
  const xml = renderJunit(SAMPLE);

  it("has a suite per area and a case per verdict", () => {
    expect(count(xml, /<testsuite /gu)).toBe(5);
    expect(count(xml, /<testcase /gu)).toBe(SAMPLE.verdicts.length);
    expect(xml).toContain('<testcase classname="plumbline.PAGE" name="PAGE-ITEMS-REJECT@listAlerts/v2" time="0.034">');
  });

  it("uses a real failure element for what is broken", () => {
    expect(xml).toContain(
      '<failure message="expected a 4xx status, because itemsPerPage is over its maximum of 500; received 200 with 1 result" type="fail">',
    );
    expect(xml).toMatch(/<failure message="[^"]*\(in 2 of 3 tries\)" type="flaky">/u);
    expect(count(xml, /<failure /gu)).toBe(2);
  });

  it("skips what did not run and what is known, and passes warnings and observations with a note", () => {
    expect(xml).toContain('<skipped message="could not run: No credential');
    expect(xml).toContain('<skipped message="not applicable: ');
    expect(xml).toContain(
      '<skipped message="known failure: mended in the next release (https://issues.example.test/7)"/>',
    );
    expect(xml).toContain("<system-out>Warning: expected VALIDATION_ERROR; received BAD_REQUEST\n");
    expect(xml).toContain("<system-out>Observed: unknown query parameters are ignored\n");
  });

  it("counts right, in each suite and over all", () => {
    expect(xml).toMatch(/<testsuites name="plumbline Staging" tests="8" failures="2" errors="0" time="0\.\d{3}">/u);
    for (const [suite] of xml.matchAll(/<testsuite .*?<\/testsuite>/gsu)) {
      expect(suite).toContain(`tests="${count(suite, /<testcase /gu)}"`);
      expect(suite).toContain(`failures="${count(suite, /<failure /gu)}"`);
      expect(suite).toContain(`skipped="${count(suite, /<skipped /gu)}"`);
    }
  });

  it("has the request that shows it", () => {
    expect(xml).toContain("Request:  curl --digest --user");
  });

  it("names level, basis and section", () => {
    expect(xml).toContain("Requirement: PAGE-ITEMS-REJECT (MUST, derived:D1)\nSection: Requests &gt; Paging");
  });

  it("reports a harness error as an error", () => {
    const mishap = {
      check: "X",
      requirement: "ERR-BODY",
      evidence: [],
      outcome: "harness-error",
      message: "boom",
    } as const;
    const text = renderJunit(sampleWith({ verdicts: [mishap] }));
    expect(text).toContain('<error message="boom" type="harness-error">boom</error>');
    expect(text).toContain('errors="1"');
  });

  it.each([
    ["unreachable", { unreachable: "refused" }],
    ["interrupted", { interrupted: true }],
  ])("is not green when the run was %s before any check", (type, rest) => {
    const text = renderJunit(sampleWith({ verdicts: [], ...rest }));
    expect(text).toMatch(/<testsuites [^>]*tests="1" failures="0" errors="1"/u);
    expect(text).toMatch(new RegExp(`<error message="[^"]+" type="${type}">`, "u"));
  });

  it("holds only characters of XML 1.0 and no markup of the target", () => {
    const text = renderJunit(hostileReport());
    expect(text).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
    expect(
      text.replace(
        /<\/?(?:testsuites?|testcase|properties|property|failure|error|skipped|system-out)\b[^<>]*>|<\?xml [^<>]*\?>/gu,
        "",
      ),
    ).not.toMatch(/[<>]/u);
    expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#10;|#9;)/u);
  });
});
