import type { OperationId } from "@plumbline/schemas";
import { writeOf } from "./table.ts";

/** Whether a success creates a record that no operation removes. Each such record may cost money for good. */
export function staysBehind(operation: OperationId): boolean {
  const effect = writeOf(operation)?.effect;
  return effect?.kind === "makes" && effect.stays !== undefined;
}
