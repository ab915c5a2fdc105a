import type { OperationId } from "@plumbline/schemas";
import { staysBehind } from "./stays-behind.ts";
import { writeOf } from "./table.ts";

/** Whether a success uses up a record that no operation removes, so that every further call needs another record. */
export function usesUp(operation: OperationId): boolean {
  const on = writeOf(operation)?.on;
  return on !== undefined && staysBehind(on.create);
}
