import { assertItem } from "../json.ts";
import { assertShape, listOf, type Shape } from "../shape.ts";
import { assertViews } from "../views-format.ts";
import { EVENTS_FORMAT, type RunEvent } from "./event.ts";

const RUN: Shape = { format: [EVENTS_FORMAT], tool: "object", run: "object", target: "object" };
const RUN_FACTS: Shape = { id: "string", startedAt: "string", command: "string" };
const PLANNED: Shape = { check: "string", requirement: "string" };
const STATEMENT: Shape = { id: "string", area: "string", kind: "string", text: "string", section: "string" };
const MARK: Shape = { mark: "string" };
const INTENT: Shape = { entry: "number", operation: "string", version: "string", path: "object" };
const MADE: Shape = { entry: "number", operation: "string", id: "string" };
const PLACE: Shape = { list: "string", path: "object", ids: "array" };
const REACHED: Shape = { operation: "string", version: "string", path: "object", records: "object" };
const VOID: Shape = { entry: "number" };
const END: Shape = { outcome: "string", reason: "string", milliseconds: "number" };
const TYPES: readonly RunEvent["type"][] = [
  "run",
  "doctor",
  "plan",
  "exchange",
  "mark",
  "intent",
  "place",
  "reached",
  "made",
  "void",
  "undone",
  "verdict",
  "end",
];

/**
 * Accepts a parsed line as an event if it has the members that readers need.
 *
 * @throws {ReportFormatError} naming the line and the member.
 */
export function readEvent(value: unknown, line: number): RunEvent {
  const path = `line ${line}`;
  assertEvent(path, value);
  return value;
}

function assertEvent(path: string, value: unknown): asserts value is RunEvent {
  const members = assertShape(path, value, { type: TYPES });
  switch (members["type"]) {
    case "run":
      assertShape(path, value, RUN);
      assertShape(`${path}.run`, members["run"], RUN_FACTS);
      return;
    case "doctor":
      return assertItem(`${path}.finding`, "doctor", members["finding"]);
    case "plan":
      assertShape(path, value, { requirements: "array", checks: "array" });
      for (const [index, statement] of listOf(members["requirements"]).entries())
        assertShape(`${path}.requirements[${index}]`, statement, STATEMENT);
      for (const [index, check] of listOf(members["checks"]).entries())
        assertShape(`${path}.checks[${index}]`, check, PLANNED);
      return;
    case "exchange":
      return assertItem(`${path}.exchange`, "exchanges", members["exchange"]);
    case "mark":
      assertShape(path, value, MARK);
      return;
    case "intent":
      assertShape(path, value, INTENT);
      return;
    case "place":
      assertShape(path, value, PLACE);
      return;
    case "reached":
      assertShape(path, value, REACHED);
      return;
    case "made":
      assertShape(path, value, MADE);
      return;
    case "void":
      assertShape(path, value, VOID);
      return;
    case "undone":
      return assertItem(path, "changes", value);
    case "verdict":
      return assertItem(`${path}.verdict`, "verdicts", members["verdict"]);
    case "end":
      assertShape(path, value, END);
      if (members["views"] !== undefined)
        assertViews(`${path}.views`, assertShape(`${path}.views`, members["views"], {}));
      return;
  }
}
