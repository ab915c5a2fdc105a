import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import type { Report } from "../report.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { spoiltReport } from "../spoilt.test-support.ts";
import { renderJunit } from "./junit.ts";

/** Children and attributes (`!` marks the required ones) of Jenkins' junit-10.xsd, the strictest schema in common use. */
const RULES: Readonly<
  Record<string, { readonly children: readonly string[]; readonly attributes: readonly string[] }>
> = {
  testsuites: { children: ["testsuite"], attributes: ["name", "time", "tests", "failures", "errors"] },
  testsuite: {
    children: ["testcase", "properties", "system-out", "system-err"],
    attributes: [
      "name!",
      "tests!",
      "failures!",
      "errors!",
      "time",
      "skipped",
      "timestamp",
      "hostname",
      "id",
      "package",
    ],
  },
  testcase: {
    children: ["skipped", "error", "failure", "system-out", "system-err"],
    attributes: ["name!", "time", "classname", "group"],
  },
  failure: { children: [], attributes: ["type", "message"] },
  error: { children: [], attributes: ["type", "message"] },
  skipped: { children: [], attributes: ["type", "message"] },
  "system-out": { children: [], attributes: [] },
};
const TIME = /^\d*(?:\.\d*)?$/u;
const TAG = /<(?<end>\/?)(?<name>[\w-]+)(?<rest>(?: [\w-]+="[^"<>]*")*)(?<empty>\/?)>/gu;

/** Every violation of the rules. Reads the whole text, so characters outside of tags must be escaped. */
function departures(xml: string): readonly string[] {
  const found: string[] = [];
  const open: string[] = [];
  let at = xml.indexOf("?>\n") + 3;
  for (const tag of xml.matchAll(TAG)) {
    const between = xml.slice(at, tag.index);
    at = tag.index + tag[0].length;
    if (/[<>]|&(?!(?:amp|lt|gt|quot|#10|#9);)/u.test(between)) found.push(`not escaped: ${between}`);
    const inside = open.at(-1);
    const text = inside !== undefined && RULES[inside]?.children.length === 0;
    if (!text && between.trim() !== "") found.push(`text in ${inside}: ${between}`);
    const { end, name = "", rest = "", empty } = tag.groups ?? {};
    if (end === "/") {
      if (open.pop() !== name) found.push(`</${name}> closes ${inside}`);
      continue;
    }
    if (inside === undefined ? name !== "testsuites" : !RULES[inside]?.children.includes(name))
      found.push(`<${name}> in ${inside}`);
    found.push(...attributeFaults(name, rest));
    if (empty !== "/") open.push(name);
  }
  return [...found, ...open.map((name) => `<${name}> is not closed`), ...(xml.slice(at).trim() === "" ? [] : ["rest"])];
}

function attributeFaults(element: string, text: string): readonly string[] {
  const given = new Map(
    Array.from(text.matchAll(/ ([\w-]+)="([^"]*)"/gu), ([, name = "", value = ""]) => [name, value]),
  );
  const rules = RULES[element]?.attributes ?? [];
  const known = rules.map((rule) => rule.replace("!", ""));
  const time = given.get("time");
  return [
    ...[...given.keys()].filter((name) => !known.includes(name)).map((name) => `${element} has ${name}`),
    ...rules.filter((rule) => rule.endsWith("!") && !given.has(rule.slice(0, -1))).map((rule) => `${element}: ${rule}`),
    ...(time === undefined || TIME.test(time) ? [] : [`time ${time}`]),
  ];
}

describe("JUnit by the rules of junit-10.xsd", () => {
  it.each<readonly [string, Report]>([
    ["every outcome", SAMPLE],
    ["an interruption", sampleWith({ interrupted: true })],
    ["nothing", sampleWith({ verdicts: [], exchanges: [] })],
    ["hostile texts", hostileReport()],
  ])("accepts %s", (_, report) => {
    expect(departures(renderJunit(report))).toEqual([]);
  });

  it("stays well-formed whatever any text holds", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        const xml = renderJunit(report);
        expect(departures(xml)).toEqual([]);
        expect(xml).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
      }),
      { numRuns: 60 },
    );
  });

  it("would notice", () => {
    expect(departures('<?xml version="1.0"?>\n<testsuites skipped="1"><a></testsuites>')).not.toEqual([]);
    expect(departures('<?xml version="1.0"?>\n<testsuites><testsuite name="x"></testsuite></testsuites>')).toHaveLength(
      3,
    );
    expect(departures('<?xml version="1.0"?>\n<testsuites>a & b</testsuites>')).not.toEqual([]);
  });
});
