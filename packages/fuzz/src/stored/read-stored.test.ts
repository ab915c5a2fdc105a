import { describe, expect, it } from "vitest";
import { rulePrintOf } from "../failures/failure.ts";
import { FailureFormatError } from "../reading/format-error.ts";
import { readStored } from "./read-stored.ts";

/** A failure as the fuzzer writes it. */
const FAILURE = {
  format: "plumbline-failure/2",
  fingerprint: "eb191d7d39741e95",
  severity: 2,
  rule: "FUZZ-INVALID-REFUSED",
  reason: "invalid-accepted",
  testCase: {
    aim: "refused",
    operation: "listAlerts",
    version: "2",
    base: "plain",
    level: "MUST",
    name: "query/itemsPerPage:maximum+1",
    shows: { location: "query", pointer: "itemsPerPage", keyword: "maximum", side: "above" },
    certificate: {
      operation: "listAlerts",
      location: "query",
      level: "MUST",
      also: [],
      keyword: "maximum",
      pointer: "itemsPerPage",
      at: "itemsPerPage",
      side: "above",
      value: "501",
      limit: "500",
    },
    expected: '4xx: the query itemsPerPage=501 breaks "maximum" (500)',
    call: { query: { itemsPerPage: "501" }, invalid: true },
  },
  received: "200 with an object",
  evidence: "x12",
  count: 3,
  seed: 1,
};
const SCENARIO = {
  format: "plumbline-scenario/1",
  fingerprint: "786cbc7d8a080217",
  rule: "FUZZ-STATES",
  version: "2",
  steps: [
    { do: "create", variant: 0 },
    { do: "toggle", of: 0, on: true },
    [
      { do: "remove", of: 0 },
      { do: "remove", of: 0 },
    ],
  ],
  expected: "taken",
  received: "refused",
  seed: 1,
};

/** An answer that breaks an invariant. */
const RULED = {
  ...FAILURE,
  fingerprint: "b506e5d13fd3e568",
  severity: 3,
  rule: "PAGE-SHAPE",
  reason: "rule-broken",
  testCase: { ...FAILURE.testCase, expected: "an array at /results" },
};
const REACHED = {
  format: "plumbline-reached/2",
  operation: "listAlerts",
  answers: [{ testCase: "refused listAlerts/v2 plain query/itemsPerPage:maximum+1 above" }],
  cells: [
    { testCase: "accepted listAlerts/v1.0 query:combined 3", seed: 1 },
    { testCase: "refused listAlerts/v2 plain query/pageNum:minimum-1 below", drawn: 12 },
  ],
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (value: unknown) => readStored(bytes(JSON.stringify(value)), "corpus/x.json");
function problem(given: Uint8Array | string): FailureFormatError {
  try {
    readStored(typeof given === "string" ? bytes(given) : given, "corpus/x.json");
  } catch (error) {
    if (error instanceof FailureFormatError) return error;
    throw error;
  }
  throw new Error("expected it to be refused");
}
/** A copy with another value at a place; `undefined` removes it. */
function changed(value: unknown, [name = "", ...rest]: readonly string[], to: unknown): unknown {
  const held: object = Object(value);
  const own: unknown = Object.entries(held).find(([key]) => key === name)?.[1];
  const next = rest.length === 0 ? to : changed(own, rest, to);
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === name ? next : one));
  return Object.fromEntries([...Object.entries(held).filter(([key]) => key !== name), [name, next]]);
}
const failure = (place: string, to: unknown): string => JSON.stringify(changed(FAILURE, place.split("/").slice(1), to));
const scenario = (place: string, to: unknown): string =>
  JSON.stringify(changed(SCENARIO, place.split("/").slice(1), to));

const ruled = (place: string, to: unknown): string => JSON.stringify(changed(RULED, place.split("/").slice(1), to));
const reached = (place: string, to: unknown): string => JSON.stringify(changed(REACHED, place.split("/").slice(1), to));

describe("readStored", () => {
  it("reads failures, scenarios, broken rules and names, with any line endings", () => {
    expect(read(FAILURE)).toEqual(FAILURE);
    expect(read(SCENARIO)).toEqual(SCENARIO);
    expect(read(RULED)).toEqual(RULED);
    expect(read(REACHED)).toEqual(REACHED);
    expect(readStored(bytes(JSON.stringify(FAILURE, null, 2).replaceAll("\n", "\r\n")), "x")).toEqual(FAILURE);
  });

  it("names the file, the pointer, what it expected and received, and the remedy", () => {
    expect(problem(failure("/testCase/call/method", "DELETE")).message).toBe(
      "corpus/x.json: /testCase/call/method: expected no member but query, rawQuery, path, rawBody, contentType, accept, invalid, " +
        'open, who, received the member "method": store it again with "plumbline fuzz", or remove it',
    );
  });

  it.each([
    ["/fingerprint", "EB191D7D39741E95", "/fingerprint"],
    ["/fingerprint", "eb191d7d39741e96", "/fingerprint"],
    ["/fingerprint", "../../x", "/fingerprint"],
    ["/severity", 1, "/severity"],
    ["/severity", "2", "/severity"],
    ["/rule", "FUZZ-NO-CRASH", "/rule"],
    ["/reason", "constructor", "/reason"],
    ["/testCase", [], "/testCase"],
    ["/testCase", null, "/testCase"],
    ["/testCase/aim", "accepted", "/fingerprint"],
    ["/testCase/aim", "toString", "/testCase/aim"],
    ["/testCase/operation", "endOutageSimulation", "/testCase/operation"],
    ["/testCase/operation", "__proto__", "/testCase/operation"],
    ["/testCase/operation", "constructor", "/testCase/operation"],
    ["/testCase/operation", ["listAlerts"], "/testCase/operation"],
    ["/testCase/version", "3", "/testCase/version"],
    ["/testCase/base", "none", "/testCase/base"],
    ["/testCase/id", "x", "/testCase/id"],
    ["/testCase/shows/side", "below", "/testCase/certificate/side"],
    ["/testCase/certificate/operation", "listAlertConfigs", "/testCase/certificate/operation"],
    ["/testCase/certificate/also", {}, "/testCase/certificate/also"],
    ["/testCase/certificate/also", Array(201).fill({ keyword: "type", pointer: "" }), "/testCase/certificate/also"],
    ["/testCase/call/elsewhere", "/groups/1", "/testCase/call/elsewhere"],
    ["/testCase/call/rawPath", { groupId: "x" }, "/testCase/call/rawPath"],
    ["/testCase/call/who", "otherProject", "/testCase/call/who"],
    ["/testCase/call/who", { header: "Bearer x" }, "/testCase/call/who/header"],
    ["/testCase/call/body", {}, "/testCase/call/body"],
    ["/testCase/call/send", "to-tidy", "/testCase/call/send"],
    ["/testCase/call/due", "any", "/testCase/call/due"],
    ["/testCase/call/keptFor", "others", "/testCase/call/keptFor"],
    ["/testCase/call/invalid", false, "/testCase/call/invalid"],
    ["/testCase/call/query", ["a"], "/testCase/call/query"],
    ["/testCase/call/query/a b", "x", "/testCase/call/query/a b"],
    ["/testCase/call/query/itemsPerPage", 501, "/testCase/call/query/itemsPerPage"],
    ["/testCase/call/query/itemsPerPage", "x".repeat(5_000), "/testCase/call/query/itemsPerPage"],
    ["/testCase/call/rawBody", "x".repeat(300_000), "/testCase/call/rawBody"],
    ["/testCase/call/accept", "text/html\r\nx-more: 1", "/testCase/call/accept"],
    ["/testCase/drawn", 1.5, "/testCase/drawn"],
    ["/received", "x".repeat(10_001), "/received"],
    ["/evidence", "\u001b[2J", "/evidence"],
    ["/count", 0, "/count"],
    ["/seed", -1, "/seed"],
    ["/seed", null, "/seed"],
    ["/made", { exchange: "1" }, "/made/id"],
    ["/a~b/c", 1, "/a~0b"],
  ])("refuses a failure with %s %j, at %s", (place, to, pointer) => {
    expect(problem(failure(place, to)).objection.pointer).toBe(pointer);
  });

  it("refuses a failure that lacks a member", () => {
    const optional = ["/testCase/certificate", "/testCase/call/query", "/testCase/call/invalid"];
    const places = [
      "format",
      "fingerprint",
      "severity",
      "rule",
      "reason",
      "testCase",
      "received",
      "evidence",
      "count",
      "seed",
    ];
    const inTestCase = ["aim", "operation", "version", "base", "level", "name", "expected", "shows", "call"];
    for (const place of [...places.map((name) => `/${name}`), ...inTestCase.map((name) => `/testCase/${name}`)])
      expect(problem(failure(place, undefined)).objection, place).toMatchObject({ pointer: place });
    for (const place of optional) expect(() => readStored(bytes(failure(place, undefined)), "x"), place).not.toThrow();
  });

  it.each([
    ["/steps", []],
    ["/steps", Array(201).fill({ do: "create", variant: 0 })],
    ["/steps", {}],
    ["/steps/0", { do: "remove", of: 0 }],
    ["/steps/0", { do: "create", variant: 1 }],
    ["/steps/1", { do: "delete", of: 0 }],
    ["/steps/1", { do: "__proto__", of: 0 }],
    ["/steps/1", { do: "toggle", of: 99, on: true }],
    ["/steps/1", { do: "toggle", of: 0, on: 1 }],
    ["/steps/1", { do: "toggle", of: 0, on: true, id: "x" }],
    ["/steps/1", { do: "read", of: "0" }],
    ["/steps/2", [{ do: "create", variant: 0 }]],
    ["/steps/2", [[], []]],
    ["/steps/2", Array(4).fill({ do: "remove", of: 0 })],
    ["/steps/1/on", false],
    ["/rule", "FUZZ-RACES"],
    ["/rule", "FUZZ-OTHER"],
    ["/version", "standalone"],
    ["/fingerprint", "0".repeat(16)],
    ["/operation", "deleteSnapshot"],
  ])("refuses a scenario with %s %j", (place, to) => {
    expect(problem(scenario(place, to)).message).toMatch(/^corpus\/x\.json: \//);
  });

  it.each([
    ["/rule", "FUZZ-INVALID-REFUSED", "/fingerprint"],
    ["/rule", "OP02-RESP", "/fingerprint"],
    ["/testCase/expected", "an array at /content", "/fingerprint"],
    ["/testCase/expected", "an array\nat /results", "/testCase/expected"],
    ["/severity", 2, "/severity"],
    ["/reason", "invalid-accepted", "/severity"],
  ])("refuses a broken rule with %s %j, at %s", (place, to, pointer) => {
    expect(problem(ruled(place, to)).objection.pointer).toBe(pointer);
  });

  it.each(["OP02-RESP", "PAGE-ITEMS-REJECT", "PAGE-SHAPES", "__proto__"])(
    "refuses %s as a rule that does not concern the operation",
    (rule) => {
      const fingerprint = rulePrintOf(rule, "listAlerts", RULED.testCase.expected);
      expect(problem(JSON.stringify({ ...RULED, rule, fingerprint })).objection).toMatchObject({
        pointer: "/rule",
        expected: "the id of a rule about the answers of listAlerts",
      });
    },
  );

  it.each([
    ["/operation", "getAlert", "/answers/0"],
    ["/operation", "listAlrets", "/operation"],
    ["/operation", "__proto__", "/operation"],
    ["/answers", {}, "/answers"],
    ["/answers", Array(61).fill(REACHED.answers[0]), "/answers"],
    ["/cells", Array(601).fill(REACHED.answers[0]), "/cells"],
    ["/cells/0", "accepted listAlerts/v1.0 query:combined 3", "/cells/0"],
    [
      "/cells/0",
      { testCase: "accepted listAlerts/v1.0 query:combined 3", call: { method: "DELETE" } },
      "/cells/0/call",
    ],
    ["/cells/0", { ...REACHED.cells[0], drawn: 1 }, "/cells/0"],
    ["/cells/0", { seed: 1 }, "/cells/0/testCase"],
    ["/cells/1", REACHED.answers[0], "/cells/1"],
    ["/cells/1", { ...REACHED.cells[1], seed: 1, drawn: undefined }, "/cells/1"],
    ["/cells/1/drawn", -1, "/cells/1/drawn"],
    ["/cells/1/drawn", "12", "/cells/1/drawn"],
    ["/cells/1/testCase", "delete listAlerts/v2 plain", "/cells/1/testCase"],
    ["/cells/1/testCase", "refused listAlerts/v3 plain x", "/cells/1/testCase"],
    ["/cells/1/testCase", "refused listAlerts/v2 plain\nx", "/cells/1/testCase"],
    ["/cells/1/testCase", "refused getAlert/v2 plain x", "/cells/1"],
    ["/cells/1/testCase", `refused listAlerts/v2 ${"x".repeat(400)}`, "/cells/1/testCase"],
    [
      "/cells",
      Array.from({ length: 41 }, (_none, drawn) => ({ testCase: "refused listAlerts/v2 x", drawn })),
      "/cells/40",
    ],
    ["/names", [], "/names"],
    ["/cells", undefined, "/cells"],
  ])("refuses names with %s %j, at %s", (place, to, pointer) => {
    expect(problem(reached(place, to)).objection.pointer).toBe(pointer);
  });

  it.each([
    ["an empty file", "", "an empty file"],
    ["invalid JSON", "{", "{"],
    ["NaN", "NaN", "NaN"],
    ["a list", "[]", "[]"],
    ["null", "null", "null"],
    ["a byte order mark", `\ufeff${JSON.stringify(FAILURE)}`, "begins with it"],
    ["another format", '{"format":"plumbline-failure/1"}', "plumbline-failure/1"],
    ["an inherited format", '{"__proto__":{"format":"plumbline-failure/2"}}', "absent"],
    ["a list 100,000 deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, "100000 levels"],
    ["objects 100,000 deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, "100000 levels"],
    ["brackets that never close", "[".repeat(900_000), "900000 levels"],
    ["more than a mebibyte", `"${"x".repeat(1024 * 1024)}"`, "bytes"],
  ])("refuses %s", (_what, text, received) => {
    expect(problem(text).message).toContain(received);
  });

  it("refuses invalid UTF-8", () => {
    expect(problem(Uint8Array.from([0x22, 0xff, 0xfe, 0x22])).message).toContain("other bytes");
    expect(problem(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])).message).toContain("other bytes");
  });

  it("refuses the members __proto__ and constructor", () => {
    const text = JSON.stringify(FAILURE);
    const inside = (member: string) => text.replace('"call":{', `"call":{${member},`);
    expect(problem(inside('"__proto__":{"method":"DELETE"}')).objection.pointer).toBe("/testCase/call/__proto__");
    expect(problem(inside('"constructor":{"method":"DELETE"}')).objection.pointer).toBe("/testCase/call/constructor");
  });

  it("shows no control characters from a file's name or members", () => {
    try {
      readStored(bytes('{"format":"plumbline-failure/2","\\u001b[2J\\u009b":1}'), "a\u001b[2J\nb");
    } catch (error) {
      expect(String(error)).not.toMatch(/\p{Cc}/u);
    }
    expect.assertions(1);
  });
});
