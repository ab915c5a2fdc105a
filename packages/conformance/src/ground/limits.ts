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
 * Enough for a whole run of each create whose records stay, and for some that a faulty target accepts by mistake. A
 * full run on the reference creates 5, 10, 2, 4, 4, 4 and 3 of them.
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

/**
 * Additional records for each further version, if a target serves a create in more versions than the description has.
 */
const IN_ANOTHER_VERSION: Limits = { createCluster: 2, createServerlessRestoreJob: 2, createExportJob: 3 };

/** The limit of each create: what the user states, otherwise the default for the versions that the run tests. */
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
