import { WRITES } from "@plumbline/conformance";
import { isWriteId, OPERATION_IDS, type WriteId } from "@plumbline/schemas";

/** Operations that create records; a user can limit how many of these may stay. */
export const CREATES: readonly WriteId[] = OPERATION_IDS.filter(isWriteId).filter(
  (id) => WRITES[id].effect.kind === "makes",
);
