import { assertMember, assertShape, listOf } from "./shape.ts";
import { CHANGE, COMPARED, COMPARISON, READING, RUNG, SIDE, UNCHANGED, VIEWS } from "./views-relied-on.ts";

/**
 * Checks those members of `ReportViews` that are present.
 * @throws {ReportFormatError} naming the first that violates the format.
 */
export function assertViews(path: string, views: Readonly<Record<string, unknown>>): void {
  const prefix = path === "" ? "" : `${path}.`;
  for (const [name, shape] of Object.entries(VIEWS)) {
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
  assertShape(`${path}.unchanged`, comparison["unchanged"], UNCHANGED);
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
