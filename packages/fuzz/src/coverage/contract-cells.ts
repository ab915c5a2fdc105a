import {
  type BoundOperation,
  type Contract,
  exampleOf,
  type JsonSchema,
  type RouteVersion,
  versionLabel,
} from "@plumbline/schemas";
import { branchesOf } from "../arbitraries/branches.ts";
import { isOverarching } from "../arbitraries/keywords.ts";
import type { Aim, Cell } from "../cases/test-case.ts";
import { faultyTexts } from "../lexical/faulty-texts.ts";
import { validTexts } from "../lexical/valid-texts.ts";
import { mutantsOf } from "../mutants/mutants-of.ts";

/** A provable cell of the contract, for an operation in one version. */
export interface ContractCell extends Cell {
  readonly operation: string;
  readonly version: string;
  readonly aim: Extract<Aim, "refused" | "accepted">;
}

/**
 * All cells of the contract for the requests of an operation: each keyword that can be broken, and each edge that can
 * be shown.
 */
export function contractCells(
  contract: Contract,
  operation: BoundOperation,
  version: RouteVersion,
): readonly ContractCell[] {
  const bound = contract.operation(operation.id, version);
  const place = { operation: operation.id, version: versionLabel(version) };
  const texts = [
    ...bound.query.map((parameter) => ({ ...parameter, location: "query" as const })),
    ...operation.pathParameters.map((parameter) => ({ ...parameter, location: "path" as const })),
  ];
  return [
    ...texts.flatMap(({ name, schema, location }) => [
      ...faultyTexts(schema, String(exampleOf(schema))).map(
        ({ keyword, side }): ContractCell => ({ ...place, aim: "refused", location, pointer: name, keyword, side }),
      ),
      ...(location === "path" ? [] : validTexts(schema)).map(
        ({ keyword, side }): ContractCell => ({ ...place, aim: "accepted", location, pointer: name, keyword, side }),
      ),
    ]),
    ...(bound.body ? bodyCells(bound.body.schema, bound.body.mediaType) : []).map((cell) => ({ ...place, ...cell })),
  ];
}

const known = new WeakMap<JsonSchema, readonly Omit<ContractCell, "operation" | "version">[]>();

function bodyCells(schema: JsonSchema, mediaType: string): readonly Omit<ContractCell, "operation" | "version">[] {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const isForm = mediaType === "application/x-www-form-urlencoded";
  const cells = new Map<string, Omit<ContractCell, "operation" | "version">>();
  for (const base of basesOf(schema))
    for (const { certificate, text } of mutantsOf({ operation: "", schema, base }).mutants) {
      if (isForm && Object.values(Object(JSON.parse(text))).some((value) => typeof value !== "string")) continue;
      const { pointer, keyword, side } = certificate;
      cells.set(`${pointer} ${keyword} ${side}`, {
        aim: "refused",
        location: isForm ? "form" : "body",
        pointer: isForm ? pointer.slice(1) : pointer,
        keyword,
        side,
      });
    }
  known.set(schema, [...cells.values()]);
  return [...cells.values()];
}

/** A complete valid value for each branch of the schema and each alternative. */
export function basesOf(schema: JsonSchema): readonly unknown[] {
  const ways = isOverarching(schema) ? branchesOf(schema) : [schema];
  return [exampleOf(schema), ...ways.flatMap((way) => (way.oneOf ?? [way]).map(exampleOf))];
}
