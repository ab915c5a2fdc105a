import { type Risk, type World, writeOf } from "@plumbline/conformance";
import {
  type BoundOperation,
  type Contract,
  type OperationId,
  type RouteVersion,
  versionLabel,
} from "@plumbline/schemas";

/**
 * Which records a campaign works on: any for reads, alert configurations or other records that it makes itself, the
 * alert of the world, settings that are put back, what stays behind or costs money, or records that nobody has.
 * "tokens" is the token endpoint, which counts requests.
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
/** Operations that are permitted and asked together. */
export type Family = (typeof FAMILIES)[number];

/** An operation in one version, as the fuzzer plans it. */
export interface FuzzedSubject {
  /** In the form of the version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  /** All in which the operation is asked for, this one among them. */
  readonly versions: readonly RouteVersion[];
  /** `operation/v2`: names findings and ids of requests. */
  readonly label: string;
}

/** One part of so many; parts together are the whole plan, and no two share a request. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Whether a request belongs to a part: everything about one operation stays together, because it shares its base requests. */
export function inShard({ operation }: { readonly operation: string }, shard: Shard | undefined): boolean {
  if (shard === undefined) return true;
  let hash = 0x811c9dc5;
  for (const letter of operation) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash % shard.of === shard.index - 1;
}

/** What of the plan is wanted. Everything where nothing is said. */
export interface Choice {
  readonly operations?: readonly OperationId[];
  readonly versions?: readonly RouteVersion[];
  /** Keywords that are not broken, because the target's own document cannot say them: a mock's, for one. */
  readonly without?: readonly string[];
  /** What may be done to the target. @default everything */
  readonly risks?: ReadonlySet<Risk>;
}

/**
 * The family of an operation, by what its record says that it does. What removes is asked to remove what nobody has: every
 * refusal that fails would cost a record. What ends the only one of a kind is left out, because none stands by itself.
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

/** Whether all that a request takes is permitted: what it does, and what makes the record that it works on. */
function isPermitted({ id, risk }: BoundOperation, contract: Contract, { risks }: Choice): boolean {
  if (risks === undefined) return true;
  const create = writeOf(id)?.on?.create;
  return risks.has(risk) && (create === undefined || risks.has(contract.operation(create).risk));
}

/** The operations of a family that can be addressed here, in each version that the contract has them in. */
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

/** Whether a subject is its operation in the last version that has it: what stays behind is asked for in that one only. */
export const isLastVersion = ({ operation, version }: FuzzedSubject): boolean =>
  operation.routes.at(-1)?.version === version;

/** A path parameter for which the world has no value and the campaign makes none. */
export function unknownParameter(world: World, operation: BoundOperation): string | undefined {
  const family = familyOf(operation);
  const made = family === undefined ? [] : (MADE_HERE[family] ?? []);
  return operation.pathParameters.find(({ name }) => fixtureOf(world, name) === undefined && !made.includes(name))
    ?.name;
}

/** A path parameter's value in the world, by the parameter's name. */
export function fixtureOf(world: World, name: string): string | undefined {
  return new Map<string, string | undefined>(Object.entries(world.fixtures)).get(name);
}
