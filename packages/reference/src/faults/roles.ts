import { OPERATION_IDS, type OperationId, operations } from "@plumbline/schemas";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";

/** The operations with stated roles. For others, no server can be wrong. */
const withRoles = OPERATION_IDS.filter((id) => {
  const { authentication, roles } = operations[id];
  return authentication === "digest" && roles !== "unstated" && roles !== "any cluster-level";
});

/** Reads of records that a write of the run has changed before. */
const READ_LATER: readonly OperationId[] = [
  "getAlertConfig",
  "getAlert",
  "getSearchIndexById",
  "getRestoreJob",
  "getMigration",
];

/** For each operation with stated roles, a server that refuses a key with exactly one of them. */
export const roleFaults: readonly Fault[] = layer(
  "roles",
  withRoles.map((id) => ({
    id: `RO-${numberOf(id)}`,
    text: `${operations[id].title}: a key with only a required role is refused.`,
    violates: [`OP${numberOf(id)}-ROLE`, ...(READ_LATER.includes(id) ? ["AUTH-ROLES-LATER"] : [])],
    change: ({ allowed }) => ({
      allowed: (operation, held) => allowed(operation, held) && !(operation.id === id && held.here.length <= 1),
    }),
  })),
);
