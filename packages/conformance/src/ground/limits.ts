import {
  type Contract,
  type InterfaceVersion,
  isWriteId,
  OPERATION_IDS,
  operations,
  type WriteId,
} from "@plumbline/schemas";

/** How many records each create may leave on a target. */
export type Limits = Readonly<Partial<Record<WriteId, number>>>;

/**
 * What a whole run needs of each create whose records stay, and room for some that a target should have refused. A full run
 * on the reference makes 5, 10, 2, 4, 4, 4 and 3 of them.
 */
export const DEFAULT_LIMITS: Limits = {
  createCluster: 6,
  createRestoreJob: 12,
  createServerlessRestoreJob: 6,
  createMigration: 6,
  validateMigration: 6,
  createCloudAccessRole: 6,
  createExportJob: 4,
};

/** What the checks of one version more need, where a target has a create in more versions than the description. */
const IN_ANOTHER_VERSION: Limits = { createCluster: 2, createServerlessRestoreJob: 2, createExportJob: 3 };

/** How many records each create may leave on a target: what its user says, or the default for the versions it is judged in. */
export function limitsOn({ contract, versions, limits = {} }: LimitedTarget): Limits {
  const defaults = OPERATION_IDS.filter(isWriteId).flatMap((id) => {
    const limit = DEFAULT_LIMITS[id];
    if (limit === undefined) return [];
    const served = contract.operation(id).routes.filter(({ version }) => versions.some((one) => one === version));
    const described = Object.keys(operations[id].routes).length;
    return [[id, limit + (IN_ANOTHER_VERSION[id] ?? 0) * Math.max(0, served.length - described)] as const];
  });
  return { ...Object.fromEntries(defaults), ...limits };
}

interface LimitedTarget {
  readonly contract: Contract;
  readonly versions: readonly InterfaceVersion[];
  readonly limits?: Limits;
}
