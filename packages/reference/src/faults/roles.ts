import { OPERATION_IDS, type OperationId, operations } from "@plumbline/schemas";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";

/** The operations whose roles the description states: for others, no server can be wrong. */
const withRoles = OPERATION_IDS.filter((id) => {
  const { authentication, roles } = operations[id];
  return authentication === "digest" && roles !== "unstated" && roles !== "any cluster-level";
});

/** Reads of what a write of the run's own has brought into another state. */
const READ_LATER: readonly OperationId[] = [
  "getAlertConfig",
  "getAlert",
  "getSearchIndexById",
  "getRestoreJob",
  "getMigration",
];

/** For each operation with stated roles, a server that refuses a key which has just one of them. */
export const roleFaults: readonly Fault[] = layer(
  "roles",
  withRoles.map((id) => ({
    id: `RO-${numberOf(id)}`,
    text: `${operations[id].title}: a key with no more than the role that it needs is refused.`,
    violates: [`OP${numberOf(id)}-ROLE`, ...(READ_LATER.includes(id) ? ["AUTH-ROLES-LATER"] : [])],
    change: ({ allowed }) => ({
      allowed: (operation, held) => allowed(operation, held) && !(operation.id === id && held.here.length <= 1),
    }),
  })),
);
