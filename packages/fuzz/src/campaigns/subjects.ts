import type { World } from "@plumbline/conformance";
import {
  type BoundOperation,
  type Contract,
  type OperationId,
  type RouteVersion,
  versionLabel,
} from "@plumbline/schemas";

/** Which records a campaign works on: any for reads, configurations that it makes itself, or the alert of the world. */
export type Family = "reads" | "configurations" | "alerts";

export interface FuzzedSubject {
  /** In the form of the version. */
  readonly operation: BoundOperation;
  readonly version: RouteVersion;
  /** `operation/v2`: names findings and ids of requests. */
  readonly label: string;
}

export interface Choice {
  readonly operations?: readonly OperationId[];
  readonly versions?: readonly RouteVersion[];
}

/**
 * The token endpoint is left out because of its quota, and metrics discovery because a campaign does not know whether
 * its credentials are there. Deleting is left out because every refusal that fails costs a record.
 */
export function familyOf({ id, result, risk, authentication }: BoundOperation): Family | undefined {
  if (result === undefined || authentication !== "digest") return undefined;
  if (risk === "read") return "reads";
  switch (id) {
    case "createAlertConfig":
    case "updateAlertConfig":
    case "setAlertConfigEnabled":
      return "configurations";
    case "acknowledgeAlert":
      return "alerts";
    default:
      return undefined;
  }
}

/** The operations of a family that can be addressed here, in each version that the contract has them in. */
export function subjectsOf(contract: Contract, world: World, family: Family, choice: Choice): readonly FuzzedSubject[] {
  return contract.operations
    .filter((operation) => familyOf(operation) === family && (choice.operations?.includes(operation.id) ?? true))
    .filter(({ pathParameters }) => pathParameters.every(({ name }) => isKnown(world, family, name)))
    .flatMap((operation) =>
      operation.routes
        .filter(({ version }) => choice.versions?.includes(version) ?? true)
        .filter(({ version }) => !world.unbound.has(`${operation.id}/${version}`))
        .map(({ version }) => ({
          operation: contract.operation(operation.id, version),
          version,
          label: `${operation.id}/${versionLabel(version)}`,
        })),
    );
}

const isKnown = (world: World, family: Family, name: string): boolean =>
  fixtureOf(world, name) !== undefined || (family === "configurations" && name === "alertConfigId");

/** A path parameter's value in the world, by the parameter's name. */
export function fixtureOf(world: World, name: string): string | undefined {
  return new Map<string, string | undefined>(Object.entries(world.fixtures)).get(name);
}
