import { operations as catalogue, type OperationId } from "@plumbline/schemas";

/** The id of an operation's rule: its number in the description, and the part where a number holds several. */
export function operationRule(id: OperationId, rule: "BIND" | "PARAMS" | "ROLE" | "RESP"): string {
  const { number, part } = catalogue[id];
  return `OP${String(number).padStart(2, "0")}${part ?? ""}-${rule}`;
}
