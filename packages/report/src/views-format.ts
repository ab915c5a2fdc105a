import { LEVELS, OUTCOMES } from "./outcome.ts";
import { assertMember, assertShape, listOf, type Shape } from "./shape.ts";

const PLACE: Shape = { operation: "string" };
const LISTS: Readonly<Record<string, Shape>> = {
  operations: { ...PLACE, number: "number" },
  roleMatrix: {
    ...PLACE,
    role: "string",
    due: ["allowed", "refused", "open"],
    got: ["allowed", "refused", "unclear"],
  },
  ladders: { ...PLACE, location: ["path", "query", "header", "body"], parameter: "string", rungs: "array" },
  drift: { ...PLACE, pointer: "string", type: "string" },
  coverage: {
    ...PLACE,
    location: "string",
    pointer: "string",
    keyword: "string",
    side: "string",
    verdict: ["conforms", "violates", "unspecified", "missing"],
    cells: "number",
  },
  kept: { ...PLACE, pointer: "string", view: "string", state: ["shown", "lost", "unlisted"] },
};
const RUNG: Shape = {
  value: "string",
  due: ["accepted", "refused", "open"],
  got: ["accepted", "refused", "unclear"],
};
const SIDE: Shape = { run: "string", startedAt: "string", tool: "string", target: "string", fingerprint: "string" };
const READING: Shape = { outcome: OUTCOMES, text: "string" };
const CHANGE: Shape = { check: "string", requirement: "string", level: LEVELS, before: "object", after: "object" };
const COMPARISON: Shape = { before: "object", after: "object", unchanged: "object", worse: "boolean" };
const COMPARED: Readonly<Record<string, Shape>> = {
  newFailures: CHANGE,
  fixed: CHANGE,
  changedEvidence: CHANGE,
  changedObservations: { check: "string", before: "string", after: "string" },
  notComparable: { check: "string", reason: "string" },
};

/** Checks the members of `ReportViews` that are there; `@throws {ReportFormatError}` names the first that departs. */
export function assertViews(path: string, views: Readonly<Record<string, unknown>>): void {
  const prefix = path === "" ? "" : `${path}.`;
  for (const [name, shape] of Object.entries(LISTS)) {
    if (views[name] === undefined) continue;
    for (const [item, at] of itemsOf(`${prefix}${name}`, views[name])) assertShape(at, item, shape);
  }
  for (const [index, ladder] of listOf(views["ladders"]).entries()) {
    const at = `${prefix}ladders[${index}]`;
    const { rungs } = assertShape(at, ladder, {});
    for (const [rung, place] of itemsOf(`${at}.rungs`, rungs)) assertShape(place, rung, RUNG);
  }
  if (views["comparison"] !== undefined) assertComparison(`${prefix}comparison`, views["comparison"]);
}

function assertComparison(path: string, value: unknown): void {
  const comparison = assertShape(path, value, COMPARISON);
  for (const side of ["before", "after"]) assertShape(`${path}.${side}`, comparison[side], SIDE);
  assertShape(`${path}.unchanged`, comparison["unchanged"], { checks: "number", broken: "number" });
  for (const [condition, at] of itemsOf(`${path}.conditions`, comparison["conditions"]))
    assertMember(at, condition, "string");
  for (const [name, shape] of Object.entries(COMPARED)) {
    for (const [item, at] of itemsOf(`${path}.${name}`, comparison[name])) {
      const members = assertShape(at, item, shape);
      if (shape !== CHANGE) continue;
      for (const side of ["before", "after"]) assertShape(`${at}.${side}`, members[side], READING);
    }
  }
}

function itemsOf(path: string, value: unknown): readonly (readonly [item: unknown, path: string])[] {
  assertMember(path, value, "array");
  return listOf(value).map((item, index) => [item, `${path}[${index}]`] as const);
}
