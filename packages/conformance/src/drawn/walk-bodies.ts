import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Fields } from "../ground/json.ts";
import { MONITORED } from "../requirements/kept/alert-configs.ts";
import type { World } from "../target/world.ts";
import { bucketBody } from "../writes/backup-jobs.ts";
import { scheduleOf } from "../writes/backup-policies.ts";
import { indexBody, isFlat, namespaceOf } from "../writes/search.ts";
import { WRITES } from "../writes/table.ts";
import type { BodyParts } from "../writes/write.ts";
import type { Draw } from "./draw.ts";
import { scheduleGroups } from "./drawn-backup.ts";
import { textGroups } from "./drawn-indexes.ts";

/** The values from which the bodies of a walk are drawn. */
export interface WalkParts extends Omit<BodyParts, "operation" | "version" | "name"> {
  readonly draw: Draw;
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** The name of the record, if records of its kind have one. */
  readonly name: string;
  /** The matcher fields that the target offers, and the ids of its access roles. */
  readonly matcherFields: readonly string[];
  readonly roles: readonly string[];
  /** The state that an update replaces, as the last read showed it. */
  readonly before: Fields;
}

/** A body of a write in groups, because the description does not say which members go together. */
export interface WalkBody {
  readonly groups: readonly Fields[];
  /** The body with the members of some groups, in neutral words. */
  readonly body: (members: Fields) => unknown;
}

const DELAY = [0, 1_000] as const;
const INTERVAL = [5, 1_000] as const;
const LONGEST = 40;
/** A second key and region, to distinguish two notifications of one kind. */
const OTHER = { ...MONITORED, monitoringApiKey: "00f1e2d3c4b5a69788796a5b4c3d2e1f", monitoringRegion: "US" };

const times = (draw: Draw): Fields => ({ delayMin: draw.integer(...DELAY), intervalMin: draw.integer(...INTERVAL) });

function configuration({ draw, matcherFields: [first, ...others], world }: WalkParts): WalkBody {
  const base = world.alertConfiguration;
  const named = (): Fields => ({
    fieldName: first === undefined ? "" : draw.oneOf([first, ...others]),
    operator: "EQUALS",
    value: draw.oneOf([draw.prose(LONGEST), `${draw.integer(1, 99_999)}`]),
  });
  const targets = [{ ...MONITORED, ...times(draw) }, ...draw.oneOf([[], [{ ...OTHER, ...times(draw) }]])];
  return {
    groups: [
      { enabled: draw.oneOf([true, false]) },
      // Keeps the notification with the mark, so that the run recognises its own record.
      { notifications: [...targets, ...(base.notifications ?? [])] },
      ...(first === undefined ? [] : [{ matchers: draw.oneOf([[named()], [named(), named()], [named(), named()]]) }]),
    ],
    body: (members) => ({ ...base, ...members }),
  };
}

/** Two synonym mappings of an index, each with its own analyzer. */
const twins = (draw: Draw, world: World): Fields => ({
  synonyms: ["engine.simple", "engine.whitespace"].map((analyzer) => ({
    analyzer,
    name: `words${draw.integer(0, 1_000_000)}`,
    source: { collection: namespaceOf(world).collectionName },
  })),
});

function textIndex(parts: WalkParts): WalkBody {
  const { draw, operation, version } = parts;
  return {
    groups: [...textGroups(draw, parts.world).filter((group) => !("synonyms" in group)), twins(draw, parts.world)],
    body: (members) => {
      const isCreate = operation.startsWith("create");
      if (isCreate) return indexBody(parts, members, { type: "search" });
      return isFlat(parts) || version === "1.0"
        ? indexBody(parts, members)
        : { definition: { mappings: { dynamic: true }, ...members } };
    },
  };
}

/**
 * An audit filter that careless parsers misread: its texts contain quotes, braces and colons, and it is longer than a
 * column.
 */
function auditing({ draw }: WalkParts): WalkBody {
  const users = Array.from({ length: draw.oneOf([1, 12, 12]) }, () => `${draw.prose(LONGEST)}: ${draw.prose(LONGEST)}`);
  const filter = {
    atype: draw.oneOf(["authenticate", "authCheck"]),
    users: [...users, draw.oneOf(["a \\ b {d}", 'a \\ b, "quoted"'])],
  };
  return {
    groups: [
      { enabled: true, auditAuthorizationSuccess: draw.oneOf([true, false]), auditFilter: JSON.stringify(filter) },
    ],
    body: (members) => members,
  };
}

/** How to draw the body of a write. For other writes, a walk sends the body from the write's record. */
const BODIES: Readonly<Partial<Record<OperationId, (parts: WalkParts) => WalkBody>>> = {
  createAlertConfig: configuration,
  updateAlertConfig: configuration,
  setAlertConfigEnabled: ({ draw }) => ({
    groups: [],
    body: () => ({ enabled: draw.oneOf([true, false]) }),
  }),
  createSearchIndex: textIndex,
  createSearchIndexLegacy: textIndex,
  updateSearchIndexById: textIndex,
  updateSearchIndexByName: textIndex,
  createExportBucket: (parts) => ({
    groups: parts.roles.length === 0 ? [] : [{ iamRoleId: oneOf(parts.draw, parts.roles) }],
    body: (members) => bucketBody(parts, members),
  }),
  updateAuditing: auditing,
  // Always switches the value, because a server that changes nothing would also show the current one.
  updateCustomDns: ({ before }) => ({ groups: [], body: () => ({ enabled: before["enabled"] !== true }) }),
  updateBackupSchedule: ({ draw, before, contract }) => {
    const groups = scheduleGroups(draw, scheduleOf(before, contract));
    const [first] = groups;
    return { groups, body: (members) => (Object.keys(members).length === 0 ? (first ?? {}) : members) };
  },
};

const oneOf = (draw: Draw, values: readonly string[]): string => values[draw.integer(0, values.length - 1)] ?? "";

/** A drawn body of a write; `undefined` for one without a body. */
export function walkBody(parts: WalkParts): WalkBody | undefined {
  const drawn = BODIES[parts.operation];
  if (drawn !== undefined) return drawn(parts);
  const plain = Object.entries(WRITES).find(([id]) => id === parts.operation)?.[1];
  const body = plain !== undefined && "body" in plain ? plain.body : undefined;
  return body === undefined ? undefined : { groups: [], body: () => body(parts) };
}
