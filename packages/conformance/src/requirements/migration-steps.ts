import type { Exchange } from "@plumbline/client";
import { answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, member, wasAccepted } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { listIn } from "../oracles/envelope.ts";
import type { World } from "../target/world.ts";
import type { Fields } from "./cluster-steps.ts";
import { pauseAfter, secondsOf } from "./pauses.ts";
import type { Twin } from "./shared-twin.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;
type Way = (told: Story, step: Step) => Promise<Exchange>;

/** A migration into the known cluster; its source is made up unless the target file states one. */
export function migrationBody({ fixtures }: World, change: Fields = {}): Fields {
  const { clusterName, groupId, migrationHost = "host0.example.net", migrationSourceName = "source0" } = fixtures;
  const body = {
    destination: { clusterName, groupId, hostnameSchemaType: "PUBLIC" },
    dropEnabled: false,
    migrationHosts: [migrationHost],
    source: { clusterName: migrationSourceName, managedAuthentication: true, ssl: true },
  };
  return Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== undefined));
}

export const migrationTwin: Twin = { body: ({ world }) => migrationBody(world) };

/** The id of a migration or validation, wrapped or not. */
export function migrationId(json: unknown): string | undefined {
  const id = member(json, "_id") ?? member(member(json, "content"), "_id");
  return typeof id === "string" ? id : undefined;
}

export const ofMigration = (liveMigrationId: string) => ({ path: { liveMigrationId } });

const ROUNDS = 10;

/** Creates a migration and waits, not for long, until it can be cut over. A mock has no such moment, so nobody waits for it. */
export async function readyMigration(told: Story): Promise<string> {
  const body = migrationBody(told.world);
  const id = migrationId((await told.prepares("createMigration", { body }, "creating a migration")).json);
  if (id === undefined) return told.cannot("the created migration has no id, so it cannot be addressed");
  if (told.mock) return id;
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = await told.prepares("getMigration", ofMigration(id), "reading the migration");
    if (member(read.json, "readyForCutover") === true) return id;
    await told.pass(pauseAfter(round));
  }
  return told.cannot(`the migration is not ready for being cut over after ${secondsOf(ROUNDS)} seconds`);
}

/** Stories whose own link stands. */
const linked = new WeakSet<Story>();
/** Worlds in which a run has made a link, and those of which the organization was linked before any run was. */
const touched = new WeakSet<World>();
const foreign = new WeakSet<World>();
const STANDING_LINK = "the organization is linked to a source already, and deleting the token would cut that link";

/**
 * Creates a link token; the link is deleted again when the story ends, or before the story makes another. An organization
 * that is linked to a source already is left alone: deleting would cut that link.
 */
async function createsLink(told: Story, step: Step): Promise<Exchange> {
  if (foreign.has(told.world)) return told.cannot(STANDING_LINK);
  if (linked.has(told)) await unlinks(told);
  const list = () => told.ask("listMigratableProjects");
  const isLinked = (read: Exchange): boolean => (listIn(jsonOf(read)) ?? []).length > 0;
  // A link that was cut a moment ago may still be shown.
  const read = told.mock ? undefined : await told.settles(list, (one) => !isLinked(one));
  if (read !== undefined && isLinked(read)) {
    if (!touched.has(told.world)) foreign.add(told.world);
    return told.cannot(STANDING_LINK);
  }
  const exchange = await told.ask("createLinkToken", { body: LINK, ...step });
  if (wasAccepted(exchange)) {
    linked.add(told);
    touched.add(told.world);
    told.made("createLinkToken", told.world.fixtures.orgId ?? "", { operation: "deleteLinkToken" });
  }
  return exchange;
}

export const LINK: Fields = { accessListIps: ["203.0.113.7"] };

/** Deletes the link that the story made. */
export async function unlinks(told: Story): Promise<void> {
  const exchange = await told.ask("deleteLinkToken");
  if (answered(exchange) && exchange.response.status < 500) linked.delete(told);
}

/** How each write of live migration is carried out once, validly. */
export const migrationWays: Readonly<Partial<Record<OperationId, Way>>> = {
  createMigration: (told, step) => told.ask("createMigration", { body: migrationBody(told.world), ...step }),
  validateMigration: (told, step) => told.ask("validateMigration", { body: migrationBody(told.world), ...step }),
  cutOverMigration: async (told, step) =>
    told.ask("cutOverMigration", { ...ofMigration(await readyMigration(told)), ...step }),
  createLinkToken: createsLink,
  deleteLinkToken: async (told, step) => {
    const made = await createsLink(told, {});
    if (!wasAccepted(made)) return told.cannot("no link token can be created, so there is nothing to delete");
    const exchange = await told.ask("deleteLinkToken", step);
    if (wasAccepted(exchange)) linked.delete(told);
    return exchange;
  },
};
