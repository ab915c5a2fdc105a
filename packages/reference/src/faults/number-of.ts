import { type OperationId, operations } from "@plumbline/schemas";

/**
 * The number of an operation in the description, with its part. The ids of the operation's own requirements begin with
 * it.
 */
export function numberOf(id: OperationId): string {
  const { number, part } = operations[id];
  return `${String(number).padStart(2, "0")}${part ?? ""}`;
}
