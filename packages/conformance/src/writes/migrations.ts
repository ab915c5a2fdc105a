import type { RouteVersion } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import { without } from "../ground/fields.ts";
import { type Fields, fieldsOf, member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import type { Fixtures } from "../target/fixtures.ts";
import type { World } from "../target/world.ts";
import type { Command, Makes, WriteTable } from "./write.ts";

/** A project that no server has. Many servers want the project of the source, though nothing says that it is needed. */
const MADE_UP = "fedcba9876543210fedcba98";
/** Another one in each version, so that a record of the source of an earlier request is noticed. */
const OTHERS: Readonly<Record<RouteVersion, string>> = {
  "1.0": "0f1e2d3c4b5a69788796a5b4",
  "2": "c3d2e1f00f1e2d3c4b5a6978",
  standalone: MADE_UP,
};

/** A migration into the known cluster. Its source is made up unless the target file states one. */
export function migrationBody({ fixtures }: World, change: Fields = {}): Fields {
  const { clusterName, groupId, migrationHost = "host0.example.net" } = fixtures;
  return without({
    destination: { clusterName, groupId, hostnameSchemaType: "PUBLIC" },
    dropEnabled: false,
    migrationHosts: [migrationHost],
    source: { ...sourceOf(fixtures), managedAuthentication: true, ssl: true },
    ...change,
  });
}

/** The same body with another project as its source, unless the target file states the source. */
function fromElsewhere(body: Fields, { fixtures }: World, version: RouteVersion): Fields {
  const { migrationSourceName, migrationSourceGroupId } = fixtures;
  return migrationSourceName !== undefined || migrationSourceGroupId !== undefined
    ? body
    : { ...body, source: { ...fieldsOf(body["source"]), groupId: OTHERS[version] } };
}

/** The stated source; it gets no project that the user did not state. */
function sourceOf({ migrationSourceName, migrationSourceGroupId }: Fixtures): Fields {
  if (migrationSourceName === undefined) return { clusterName: "source0", groupId: migrationSourceGroupId ?? MADE_UP };
  return {
    clusterName: migrationSourceName,
    ...(migrationSourceGroupId !== undefined && { groupId: migrationSourceGroupId }),
  };
}

/** A valid sharding entry for one collection. */
export const SHARDING_ENTRY: Fields = {
  collection: "orders",
  database: "plumbline",
  shardCollection: { key: [{ customerId: {} }] },
};

/** A migration that shards the collection of an entry. */
export const shardingBody = (world: World, entry: unknown = SHARDING_ENTRY): Fields =>
  migrationBody(world, { sharding: { createSupportingIndexes: false, shardingEntries: [entry] } });

const job = (parameter: string, what: string): Makes => ({
  kind: "makes",
  id: "_id",
  parameter,
  stays: `no operation removes ${what}`,
});

const DROPS: Command = {
  member: "dropEnabled",
  does: "drop every collection of the destination cluster",
  idle: (value) => [false, null, 0, ""].includes(value as string),
  never: true,
};

const LINK: Fields = { accessListIps: ["203.0.113.7"] };

/**
 * Writes to migrations, validations and the link of an organization. No operation removes migrations and validations.
 */
export const migrationWrites = {
  createMigration: {
    kind: "migration",
    commands: [DROPS],
    lane: "migration",
    body: ({ world }) => migrationBody(world),
    effect: job("liveMigrationId", "a migration"),
  },
  validateMigration: {
    kind: "validation",
    commands: [DROPS],
    lane: "migration",
    body: ({ world }) => migrationBody(world),
    carries: ({ world, version }) => fromElsewhere(shardingBody(world), world, version),
    effect: job("validationId", "a validation"),
  },
  cutOverMigration: {
    kind: "migration",
    lane: "migration",
    slow: true,
    on: {
      create: "createMigration",
      address: (record) => {
        const id = member(record, "_id");
        return typeof id === "string" ? { liveMigrationId: id } : undefined;
      },
      ready: { read: "getMigration", shown: (record) => member(record, "readyForCutover") === true },
    },
    effect: { kind: "owned", parameter: "liveMigrationId", once: true },
  },
  createLinkToken: {
    kind: "link",
    lane: "link",
    body: () => LINK,
    effect: {
      kind: "starts",
      read: "listMigratableProjects",
      of: ["orgId"],
      // A linked organization lists the projects of its source.
      standing: (read) => (wasAccepted(read) ? (listIn(jsonOf(read)) ?? []).length > 0 : undefined),
      end: "deleteLinkToken",
      free: { fixture: "relinkableOrgId", parameter: "orgId" },
    },
  },
  deleteLinkToken: {
    kind: "link",
    lane: "link",
    after: "createLinkToken",
    effect: { kind: "ends", starts: "createLinkToken" },
  },
} as const satisfies Partial<WriteTable>;
