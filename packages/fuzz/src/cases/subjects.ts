import { type Risk, type World, writeOf } from "@plumbline/conformance";
import {
  type BoundOperation,
  type Contract,
  type OperationId,
  type RouteVersion,
  versionLabel,
} from "@plumbline/schemas";

/**
 * The records that a campaign works on: any record for reads, alert configurations or other records that the campaign
 * creates, the alert of the target file, settings that the run restores, records that are permanent or cost money, or
 * records that do not exist. "tokens" is the token endpoint, which counts requests.
 */
export const FAMILIES = [
  "reads",
  "configurations",
  "alerts",
  "records",
  "settings",
  "lasting",
  "removals",
  "tokens",
] as const;
/** Operations that need the same permission and are fuzzed together. */
export type Family = (typeof FAMILIES)[number];

/** An operation in one version, as the fuzzer plans it. */
export interface FuzzedSubject {
  /** The operation in the form of the version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  /** All versions in which the run sends the operation, including this one. */
  readonly versions: readonly RouteVersion[];
  /** `operation/v2`: part of the names of findings and the ids of requests. */
  readonly label: string;
}

/** One of several parts of a plan. The parts together are the whole plan, and no two share a request. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Whether a request belongs to a shard. All requests of one operation stay together, because they share base requests.
 */
export function inShard({ operation }: { readonly operation: string }, shard: Shard | undefined): boolean {
  if (shard === undefined) return true;
  let hash = 0x811c9dc5;
  for (const letter of operation) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash % shard.of === shard.index - 1;
}

/** A selection of the plan. Default: everything. */
export interface Choice {
  readonly operations?: readonly OperationId[];
  readonly versions?: readonly RouteVersion[];
  /** Keywords that are not broken, because the target's own document cannot express them, such as that of a mock. */
  readonly without?: readonly string[];
  /**
   * The permitted effects of requests.
   * @default everything
   */
  readonly risks?: ReadonlySet<Risk>;
}

/**
 * The family of an operation, from the effects that its record declares. Deletions are sent for missing records only: a
 * wrongly accepted one would cost a record. Operations that end the only record of a kind are left out.
 */
export function familyOf({ id, risk, authentication }: BoundOperation): Family | undefined {
  if (authentication === "clientCredentials") return "tokens";
  if (risk === "read") return "reads";
  const write = writeOf(id);
  switch (write?.effect.kind) {
    case undefined:
    case "ends":
      return undefined;
    case "makes":
      return risk === "create" ? ofRecords(id) : "lasting";
    case "owned": {
      const { create } = write.on ?? {};
      if (risk !== "update" || create === undefined) return "removals";
      return writeOf(create)?.slow === true ? "lasting" : ofRecords(create);
    }
    case "changes":
      if (risk === "delete") return "removals";
      if (risk === "irreversible") return "lasting";
      return write.effect.read === "getAlert" ? "alerts" : "settings";
    case "starts":
      return risk === "create" ? "records" : "lasting";
    case "lasting":
      return "lasting";
  }
}

const ofRecords = (create: OperationId): Family => (create === "createAlertConfig" ? "configurations" : "records");

/** Whether everything that a request needs is permitted: its own effect, and creating the record that it works on. */
function isPermitted({ id, risk }: BoundOperation, contract: Contract, { risks }: Choice): boolean {
  if (risks === undefined) return true;
  const create = writeOf(id)?.on?.create;
  return risks.has(risk) && (create === undefined || risks.has(contract.operation(create).risk));
}

/** The operations of a family that the run can address, in each version of the contract. */
export function subjectsOf(contract: Contract, world: World, family: Family, choice: Choice): readonly FuzzedSubject[] {
  return contract.operations
    .filter((operation) => familyOf(operation) === family && (choice.operations?.includes(operation.id) ?? true))
    .filter((operation) => isPermitted(operation, contract, choice))
    .filter((operation) => unknownParameter(world, operation) === undefined)
    .flatMap((operation) => {
      const versions = operation.routes
        .map(({ version }) => version)
        .filter((version) => choice.versions?.includes(version) ?? true)
        .filter((version) => !world.unbound.has(`${operation.id}/${version}`));
      return versions.map((version) => ({
        operation: contract.operation(operation.id, version),
        version,
        versions,
        label: `${operation.id}/${versionLabel(version)}`,
      }));
    });
}

const MADE_HERE: Readonly<Partial<Record<Family, readonly string[]>>> = {
  configurations: ["alertConfigId"],
  records: ["indexId", "indexName", "databaseName", "collectionName"],
  lasting: ["snapshotId"],
  removals: [
    "alertConfigId",
    "exportBucketId",
    "indexId",
    "indexName",
    "databaseName",
    "collectionName",
    "liveMigrationId",
    "restoreJobId",
    "snapshotId",
  ],
};

/** Whether a subject is in the last version of its operation: only this version creates permanent records. */
export const isLastVersion = ({ operation, version }: FuzzedSubject): boolean =>
  operation.routes.at(-1)?.version === version;

/** A path parameter that has no value in the target file and that the campaign does not create. */
export function unknownParameter(world: World, operation: BoundOperation): string | undefined {
  const family = familyOf(operation);
  const made = family === undefined ? [] : (MADE_HERE[family] ?? []);
  return operation.pathParameters.find(({ name }) => fixtureOf(world, name) === undefined && !made.includes(name))
    ?.name;
}

/** The value of a path parameter in the target file, by the name of the parameter. */
export function fixtureOf(world: World, name: string): string | undefined {
  return new Map<string, string | undefined>(Object.entries(world.fixtures)).get(name);
}
