import { type BoundRoute, bindContract, type Contract, type RouteVersion } from "../bind.ts";
import { readText } from "../lexical.ts";
import type { OperationId } from "../operations.ts";
import { neutral } from "../profiles/neutral.ts";
import { createValidator } from "./validator.ts";
import { escapePointer, preview, type Violation } from "./violation.ts";

/**
 * The validated part of an exchange: the sent body, the query as decoded texts by name, or the body of a successful
 * answer.
 */
export type Part = "body" | "query" | "response";

/** How to validate a request or an answer of an operation. */
export interface ValidateOptions {
  /**
   * The contract whose names the value uses.
   * @default the neutral profile
   */
  readonly contract?: Contract;
  /** @default the newest version that has the operation */
  readonly version?: RouteVersion;
}

const requests = createValidator();
const answers = createValidator({ answers: true });

/**
 * Returns every rule of an operation's schema that a value breaks. Empty if the operation has no such part, or if the
 * description does not show it. Query texts that only some servers accept are valid.
 * @throws RangeError when the version does not have the operation.
 */
export function validate(
  operation: OperationId,
  part: Part,
  value: unknown,
  options: ValidateOptions = {},
): readonly Violation[] {
  const contract = options.contract ?? neutralContract();
  const route = routeOf(contract, operation, options.version);
  switch (part) {
    case "body":
      return route.body ? requests.violations(route.body.schema, value) : [];
    case "response":
      return route.result && "schema" in route.result ? answers.violations(route.result.schema, value) : [];
    case "query":
      return queryViolations(route, contract.operation(operation).together ?? [], value);
    default:
      return part satisfies never;
  }
}

let plain: Contract | undefined;

function neutralContract(): Contract {
  plain ??= bindContract(neutral);
  return plain;
}

function routeOf(contract: Contract, id: OperationId, version: RouteVersion | undefined): BoundRoute {
  const { routes } = contract.operation(id);
  const found = version === undefined ? routes.at(-1) : routes.find((route) => route.version === version);
  if (found) return found;
  const served = routes.map((route) => route.version).join(", ");
  throw new RangeError(`expected a version that serves ${id} (${served || "there is none"}), received "${version}"`);
}

function queryViolations(
  { query }: BoundRoute,
  together: readonly (readonly string[])[],
  value: unknown,
): readonly Violation[] {
  if (typeof value !== "object" || value === null)
    return [{ pointer: "", keyword: "type", expected: "an object of texts by name", received: preview(value) }];
  const given = new Map(Object.entries(value).filter(([, text]) => text !== undefined));
  const wrong = query.flatMap(({ name, schema }) => {
    const text: unknown = given.get(name);
    if (text === undefined) return [];
    const reading =
      typeof text === "string"
        ? readText(schema, text)
        : ({ kind: "none", keyword: "type", expected: "the text of a parameter" } as const);
    return reading.kind === "none" ? [violationAt(name, reading.keyword, reading.expected, preview(text))] : [];
  });
  const lonely = together
    .filter((names) => names.some((name) => given.has(name)))
    .flatMap((names) => names.filter((name) => !given.has(name)))
    .map((name) => violationAt(name, "dependentRequired", "the parameter to be present", "nothing"));
  return [...wrong, ...lonely];
}

const violationAt = (name: string, keyword: string, expected: string, received: string): Violation => ({
  pointer: `/${escapePointer(name)}`,
  keyword,
  expected,
  received,
});
