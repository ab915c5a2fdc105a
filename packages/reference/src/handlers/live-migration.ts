import type { Fields } from "../records/fields.ts";
import type { StoredMigration } from "../records/migration.ts";
import type { StoredValidation } from "../records/validation.ts";
import { notFound, Refusal } from "../refusal.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import { destinationOf, problemOf } from "../rules/migrations.ts";
import { clusterNamed } from "../world/state.ts";
import { EMPTY, inOrganization, inProject, type ProjectCall, shows } from "./handler.ts";

/** The most records of each kind, so that a caller that creates endlessly cannot fill the memory. */
const MOST_OF_EACH = 5_000;
const tooMany = (what: string): Refusal =>
  new Refusal(400, "TOO_MANY_LIVE_MIGRATIONS", `The project has too many ${what}.`);

/** Operations 54 to 58. Creates a migration even without an earlier validation, because no rule forbids it. */
export const migrationHandlers = {
  createMigration: inProject((call) => {
    const { behaviour, state } = call.service;
    if (state.migrations.count(call.project.id) >= MOST_OF_EACH) return tooMany("migrations");
    const asked = fieldsOf(call.body)["migrationHosts"];
    const hosts = Array.isArray(asked) ? asked.filter((host) => typeof host === "string") : [];
    const migration: StoredMigration = { ...newRecord(call), migrationHosts: behaviour.migrations.hosts(hosts) };
    return shows(showMigration(call, state.migrations.put(migration)));
  }),
  validateMigration: inProject((call) => {
    if (call.service.state.validations.count(call.project.id) >= MOST_OF_EACH) return tooMany("validations");
    const sourceGroupId = textMember(fieldsOf(fieldsOf(call.body)["source"]), "groupId");
    const validation: StoredValidation = { ...newRecord(call), ...(sourceGroupId !== undefined && { sourceGroupId }) };
    return shows(showValidation(call, call.service.state.validations.put(validation), validation.id));
  }),
  getMigrationValidation: inProject((call) => {
    const { behaviour, state } = call.service;
    const validation = state.validations.get(call.project.id, call.values.text("validationId") ?? "");
    return validation === undefined
      ? notFound("VALIDATION_NOT_FOUND", "The project has no such validation.")
      : shows(showValidation(call, validation, behaviour.migrations.validationId(validation.id)));
  }),
  getMigration: inProject((call) => {
    const migration = addressed(call);
    return migration === undefined ? unknownMigration() : shows(showMigration(call, migration));
  }),
  cutOverMigration: inProject((call) => {
    const { behaviour, state } = call.service;
    const migration = addressed(call);
    if (migration === undefined) return unknownMigration();
    if (!behaviour.migrations.isReady(migration, call.now))
      return new Refusal(409, "LIVE_MIGRATION_NOT_READY", "The migration is not ready for being cut over.");
    if (behaviour.migrations.cutsOver(migration)) state.migrations.put({ ...migration, cutOver: call.now });
    return EMPTY;
  }),
};

/** Operations 59 to 61. The source uses a link as soon as there is a token for it. */
export const linkHandlers = {
  listMigratableProjects: inOrganization(({ service: { behaviour, state }, organization }) => {
    const [link] = state.links.list(organization.id);
    return shows(link === undefined ? [] : migratable(link.id).map(behaviour.migrations.showMigratable));
  }),
  createLinkToken: inOrganization(({ service: { behaviour, state }, organization, body, now }) => {
    if (state.links.count(organization.id) > 0)
      return new Refusal(409, "ORG_LINK_EXISTS", "The organization has a link already: delete that first.");
    const asked = fieldsOf(body)["accessListIps"];
    const id = state.newId();
    state.links.put({ id, groupId: organization.id, created: now, accessListIps: Array.isArray(asked) ? asked : [] });
    return shows(behaviour.migrations.showLinkToken(Buffer.from(`${organization.id}:${id}`).toString("base64")));
  }),
  deleteLinkToken: inOrganization(({ service: { state }, organization }) => {
    const links = state.links.list(organization.id);
    if (links.length === 0) return notFound("ORG_LINK_NOT_FOUND", "The organization has no link.");
    for (const link of [...links]) state.links.remove(link);
    return EMPTY;
  }),
};

const unknownMigration = () => notFound("LIVE_MIGRATION_NOT_FOUND", "The project has no such migration.");

function addressed({ service, project, values }: ProjectCall): StoredMigration | undefined {
  return service.state.migrations.get(project.id, values.text("liveMigrationId") ?? "");
}

/**
 * The members that a migration and its validation share at first. A later problem is known from the start and shown
 * later.
 */
function newRecord({ service: { state }, project, body, now }: ProjectCall) {
  const fields = fieldsOf(body);
  const { clusterName, groupId = project.id } = destinationOf(fields);
  const problem = problemOf(fieldsOf(fields["source"]), clusterNamed(state, groupId, clusterName));
  return { id: state.newId(), groupId: project.id, created: now, ...(problem !== undefined && { problem }) };
}

function showMigration({ service: { behaviour }, now }: ProjectCall, migration: StoredMigration): unknown {
  const status = behaviour.migrations.statusOf(migration, now);
  const readyForCutover = behaviour.migrations.isReady(migration, now);
  return behaviour.migrations.showMigration({
    _id: behaviour.showId(migration.id),
    ...(status === "WORKING" && { lagTimeSeconds: readyForCutover ? 0 : 10 }),
    migrationHosts: migration.migrationHosts,
    readyForCutover,
    status,
  });
}

function showValidation(
  { service: { behaviour }, now }: ProjectCall,
  validation: StoredValidation,
  id: string,
): unknown {
  const status = behaviour.migrations.validationStatusOf(validation, now);
  return behaviour.migrations.showValidation({
    _id: behaviour.showId(id),
    ...(status === "FAILED" && { errorMessage: validation.problem ?? "The trial failed." }),
    groupId: validation.groupId,
    ...(validation.sourceGroupId !== undefined && { sourceGroupId: validation.sourceGroupId }),
    status,
  });
}

/** The projects that the other side of a link offers; their ids derive from the link's. */
function migratable(linkId: string): readonly Fields[] {
  return [0, 1].map((index) => ({
    projectId: `${linkId.slice(0, 22)}a${index}`,
    name: `Source project ${index}`,
    migrationHosts: [`migration-host-${index}.example.net`],
    deployments: [
      {
        agentVersion: "13.24.0.9113",
        clusterId: `${linkId.slice(0, 22)}c${index}`,
        dbSizeBytes: 1_048_576,
        engineVersion: "7.0.14",
        featureCompatibilityVersion: "7.0",
        managed: index === 0,
        name: `deployment${index}`,
        oplogSizeMB: 990,
        sharded: false,
        shardsSize: 1,
        tlsEnabled: true,
      },
    ],
  }));
}
