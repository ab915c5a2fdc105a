import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RUN_OUTCOMES } from "./outcome.ts";
import { ANSWER, FAULT, ITEMS, OBJECTS, OUTCOME_SHAPES, REPORT, REQUEST } from "./relied-on.ts";
import { CHANGE_STATES, FINDING_STATES, REQUIREMENT_KINDS, STALE_STATES, TARGET_KINDS } from "./report.ts";
import {
  CELL_VERDICTS,
  KEPT_STATES,
  LADDER_LOCATIONS,
  ROLE_DUES,
  ROLE_GOTS,
  RUNG_DUES,
  RUNG_GOTS,
} from "./report-views.ts";
import type { Shape } from "./shape.ts";
import { COMPARED, COMPARISON, READING, RUNG, SIDE, UNCHANGED, VIEWS } from "./views-relied-on.ts";

interface Node {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly oneOf?: readonly Node[];
}

const schema = JSON.parse(readFileSync(new URL("../report.schema.json", import.meta.url), "utf8"));

/** The node of the schema at a path, with references resolved. */
const at = (...names: readonly (string | number)[]): Node =>
  names.reduce((node: unknown, name) => followed(Object(node)[name]), schema) as Node;
const followed = (node: Node): Node => (node?.$ref === undefined ? node : at(...node.$ref.slice(2).split("/")));

const inObject = (name: string): Node => at("properties", name);
/** The schema of a list item; exchanges may be in a separate file, so they have a definition of their own. */
const inList = (name: string): Node =>
  name === "exchanges" ? at("$defs", "exchange") : at("properties", name, "items");
/** The schema of a member after reading, when a file name in its place has been resolved. */
const member = (node: Node, name: string): Node => {
  const found = followed(node.properties?.[name] ?? {});
  return found.oneOf?.find(({ type }) => type === "array") ?? found;
};
const rung = at("$defs", "ladder", "properties", "rungs", "items");
const branches: readonly Node[] = schema.$defs.verdict.oneOf;
const branchOf = (kind: string): Node =>
  branches.find((branch) => branch.properties?.["outcome"]?.const === kind) ?? {};

it.each<readonly [what: string, node: Node, name: string, words: readonly string[]]>([
  ["what a run came to", schema, "outcome", RUN_OUTCOMES],
  ["kinds of targets", inObject("target"), "kind", TARGET_KINDS],
  ["kinds of requirements", inList("requirements"), "kind", REQUIREMENT_KINDS],
  ["states of findings", inList("doctor"), "state", FINDING_STATES],
  ["states of changes", inList("changes"), "state", CHANGE_STATES],
  ["states of known failures", inList("staleKnownFailures"), "state", STALE_STATES],
  ["what is due to a role", inList("roleMatrix"), "due", ROLE_DUES],
  ["what a role got", inList("roleMatrix"), "got", ROLE_GOTS],
  ["what is due to a value", rung, "due", RUNG_DUES],
  ["what a value got", rung, "got", RUNG_GOTS],
  ["where limits are", inList("ladders"), "location", LADDER_LOCATIONS],
  ["what cells came to", inList("coverage"), "verdict", CELL_VERDICTS],
  ["what views show", inList("kept"), "state", KEPT_STATES],
])("the schema has the words of the types for %s", (_, node, name, words) => {
  expect(member(node, name).enum).toEqual(words);
});

it.each<readonly [what: string, node: Node, shape: Shape]>([
  ["the report", schema, REPORT],
  ...Object.entries(OBJECTS).map(([name, shape]) => [name, inObject(name), shape] as const),
  ...Object.entries({ ...ITEMS, ...VIEWS }).map(([name, shape]) => [name, inList(name), shape] as const),
  ...Object.entries(OUTCOME_SHAPES).map(([kind, shape]) => [`the outcome ${kind}`, branchOf(kind), shape] as const),
  ["a request", at("$defs", "exchange", "properties", "request"), REQUEST],
  ["an answer", at("$defs", "answer"), ANSWER],
  ["no answer", at("$defs", "fault"), FAULT],
  ["a value of a limit", rung, RUNG],
  ["a comparison", at("$defs", "comparison"), COMPARISON],
  ["what is unchanged", at("$defs", "comparison", "properties", "unchanged"), UNCHANGED],
  ["a run that is compared", at("$defs", "comparedRun"), SIDE],
  ["a reading of a check", at("$defs", "reading"), READING],
  ...Object.entries(COMPARED).map(
    ([name, shape]) => [name, at("$defs", "comparison", "properties", name, "items"), shape] as const,
  ),
])("the schema demands what the reader relies on: %s", (_, node, shape) => {
  for (const [name, wanted] of Object.entries(shape)) {
    expect(node.required).toContain(name);
    const { type, enum: words, const: only } = member(node, name);
    if (typeof wanted !== "string") expect(words ?? [only]).toEqual(wanted);
    else expect(type === "integer" ? "number" : (type ?? (words ? "string" : "object"))).toBe(wanted);
  }
});
