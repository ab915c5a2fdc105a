import type { Contract, OperationId } from "@plumbline/schemas";
import { partialWrite } from "../writes/partial-writes.ts";

/** Whether a write may change only a part of its record. */
export const isPartialWrite = (write: OperationId): boolean => partialWrite(write) !== undefined;

/** Whether a write with these members, in the target's words, leaves all others unchanged. */
export function leavesRest(write: OperationId, names: readonly string[], contract: Contract): boolean {
  const states = partialWrite(write)?.states.map((name) => contract.field(name)) ?? [];
  return names.length > 0 && names.every((name) => states.includes(name));
}
