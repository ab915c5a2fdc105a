import { WRITES } from "@plumbline/conformance";
import { isWriteId, OPERATION_IDS, type WriteId } from "@plumbline/schemas";

/** Operations that make records, of which a user can say how many may stay. */
export const CREATES: readonly WriteId[] = OPERATION_IDS.filter(isWriteId).filter(
  (id) => WRITES[id].effect.kind === "makes",
);
