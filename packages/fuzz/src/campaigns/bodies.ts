import type { World } from "@plumbline/conformance";
import type { Contract, OperationId } from "@plumbline/schemas";
import type { Ground } from "./shot.ts";

/** What bodies are made from; `matcherFields` are the names that the target itself offers. */
export interface BodyParts {
  readonly contract: Contract;
  readonly world: World;
  readonly matcherFields: readonly string[];
}

/** Far enough away to be in the future for as long as this program is used, and still four digits. */
export const LATER = "2099-12-31T23:59:59Z";

const MONITORING = {
  typeName: "MONITORING_PLATFORM",
  monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
  monitoringRegion: "US",
  delayMin: 0,
  intervalMin: 60,
};

/** The valid bodies of a write in wire words, the first being the one that is surely taken here; none for reads. */
export function bodiesFor(operation: OperationId, parts: BodyParts): ReadonlyMap<Ground, unknown> {
  const { contract, world, matcherFields } = parts;
  const base = world.alertConfiguration;
  const [fieldName] = matcherFields;
  switch (operation) {
    case "createAlertConfig":
    case "updateAlertConfig": {
      const bodies = new Map<Ground, unknown>([["plain", contract.wire(base)]]);
      if (fieldName !== undefined && !base.matchers?.length)
        bodies.set("matchers", {
          ...contract.wire(base),
          matchers: [{ fieldName, operator: "EQUALS", value: "plumbline" }],
        });
      bodies.set("monitoring", contract.wire({ ...base, notifications: [MONITORING] }));
      return bodies;
    }
    case "setAlertConfigEnabled":
      return new Map([["plain", contract.wire({ enabled: base.enabled ?? false })]]);
    case "acknowledgeAlert":
      return new Map([
        ["plain", contract.wire({ acknowledgedUntil: LATER, acknowledgementComment: "Looking into it" })],
      ]);
    default:
      return new Map();
  }
}

/** The part of a body that a ground adds to the plain one: its negatives are asked for there only. */
export const partOf = (ground: Ground): string => {
  switch (ground) {
    case "plain":
      return "";
    case "matchers":
      return "/matchers/";
    case "monitoring":
      return "/notifications/0/";
    default:
      return ground satisfies never;
  }
};
