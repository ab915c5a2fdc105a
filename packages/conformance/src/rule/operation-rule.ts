import { operations as catalogue, type OperationId } from "@plumbline/schemas";

/** The id of an operation's requirement: its number in the description, and its part if several share the number. */
export function operationRule(id: OperationId, rule: "BIND" | "PARAMS" | "ROLE" | "RESP"): string {
  const { number, part } = catalogue[id];
  return `OP${String(number).padStart(2, "0")}${part ?? ""}-${rule}`;
}
