import { type World, writeOf } from "@plumbline/conformance";
import { type Contract, exampleOf, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { FRESH, planned } from "./fresh.ts";
import type { Base } from "./test-case.ts";

/** The data for bodies; `matcherFields` are the names that the target offers. */
export interface BodyParts {
  readonly contract: Contract;
  readonly world: World;
  readonly matcherFields: readonly string[];
}

/** Years in the future but before 2038: the description does not limit how late a moment may be. */
export const LATER = "2037-12-31T23:59:59Z";

const MONITORING = {
  typeName: "MONITORING_PLATFORM",
  monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
  monitoringRegion: "US",
  delayMin: 0,
  intervalMin: 60,
};
const validator = createValidator();

/**
 * The valid bodies of a write in wire names. The first is the one that targets are most likely to accept; empty for
 * reads.
 */
export const bodiesFor = (
  operation: OperationId,
  parts: BodyParts,
  version: RouteVersion = "2",
): ReadonlyMap<Base, unknown> =>
  new Map(
    [...bodiesNow(operation, parts, version)].map(([base, body]) => [base, JSON.parse(planned(JSON.stringify(body)))]),
  );

/** The text of the body that targets are most likely to accept; `undefined` for reads. */
export function plainText(operation: OperationId, parts: BodyParts, version: RouteVersion): string | undefined {
  if (operation === "issueServiceToken") return "grant_type=client_credentials";
  const plain = bodiesFor(operation, parts, version).get("plain");
  return plain === undefined ? undefined : JSON.stringify(plain);
}

function bodiesNow(operation: OperationId, parts: BodyParts, version: RouteVersion): ReadonlyMap<Base, unknown> {
  const { contract, world, matcherFields } = parts;
  const base = world.alertConfiguration;
  const [fieldName] = matcherFields;
  switch (operation) {
    case "createAlertConfig":
    case "updateAlertConfig": {
      const bodies = new Map<Base, unknown>([["plain", contract.wire(base)]]);
      if (fieldName !== undefined && !base.matchers?.length)
        bodies.set("matchers", {
          ...contract.wire(base),
          matchers: [{ fieldName, operator: "EQUALS", value: "plumbline" }],
        });
      // Added to the notification with the mark, so that the record remains recognisable as the run's own.
      bodies.set("monitoring", contract.wire({ ...base, notifications: [MONITORING, ...(base.notifications ?? [])] }));
      return bodies;
    }
    case "setAlertConfigEnabled":
      return new Map([["plain", contract.wire({ enabled: base.enabled ?? false })]]);
    case "acknowledgeAlert":
      return new Map([
        ["plain", contract.wire({ acknowledgedUntil: LATER, acknowledgementComment: "Looking into it" })],
      ]);
    default:
      return bodiesOfRecord(operation, parts, version);
  }
}

/** The plain body of the write's record, and one with every member of the contract. */
function bodiesOfRecord(operation: OperationId, parts: BodyParts, version: RouteVersion): ReadonlyMap<Base, unknown> {
  const { contract, world } = parts;
  const schema = contract.operation(operation, version).body?.schema;
  const body = writeOf(operation)?.body?.({ contract, world, operation, version, name: FRESH });
  if (body === undefined || schema === undefined) return new Map();
  const plain = contract.wire(body);
  const bodies = new Map<Base, unknown>([["plain", plain]]);
  const full = Array.isArray(plain) ? exampleOf(schema) : around(exampleOf(schema), plain);
  if (validator.accepts(schema, full) && JSON.stringify(full).length > JSON.stringify(plain).length)
    bodies.set("full", full);
  return bodies;
}

/** Adds the members of the example that the plain value lacks, recursively. */
function around(example: unknown, plain: unknown): unknown {
  if (!isObject(example) || !isObject(plain)) return plain ?? example;
  const names = new Set([...Object.keys(plain), ...Object.keys(example)]);
  return Object.fromEntries([...names].map((name) => [name, around(example[name], plain[name])]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The part of a body that a base adds to the plain one. Only this part gets invalid variants. */
export const partOf = (base: Base): string => {
  switch (base) {
    case "plain":
    case "full":
      return "";
    case "matchers":
      return "/matchers/";
    case "monitoring":
      return "/notifications/0/";
    default:
      return base satisfies never;
  }
};
