import { COMMON, envelope } from "../parameters.ts";
import { linkToken, linkTokenInput } from "../resources/link-token.ts";
import { migratableProject } from "../resources/migratable-project.ts";
import { migration } from "../resources/migration.ts";
import { migrationInput } from "../resources/migration-input.ts";
import { migrationValidation } from "../resources/migration-validation.ts";
import { area, both, list, record } from "./define.ts";

const operation = area("live-migration", "Live migration");

/** Operations 54 to 61: migrations into the service, and the link to their source. */
export const liveMigration = {
  createMigration: operation({
    number: 54,
    title: "Create migration",
    roles: ["Organization Owner"],
    risk: "irreversible",
    routes: both("POST", "/groups/{groupId}/liveMigrations"),
    query: [...COMMON],
    body: { schema: migrationInput, mediaType: "application/json" },
    result: record(migration),
  }),
  validateMigration: operation({
    number: 55,
    title: "Validate migration",
    roles: ["Organization Owner"],
    risk: "irreversible",
    routes: both("POST", "/groups/{groupId}/liveMigrations/validate"),
    query: [...COMMON],
    body: { schema: migrationInput, mediaType: "application/json" },
    result: record(migrationValidation),
  }),
  getMigrationValidation: operation({
    number: 56,
    title: "Get validation status",
    roles: ["Organization Owner"],
    routes: both("GET", "/groups/{groupId}/liveMigrations/validate/{validationId}"),
    query: [envelope],
    result: record(migrationValidation),
  }),
  getMigration: operation({
    number: 57,
    title: "Get migration",
    roles: ["Organization Member"],
    routes: both("GET", "/groups/{groupId}/liveMigrations/{liveMigrationId}"),
    query: [...COMMON],
    result: record(migration),
  }),
  cutOverMigration: operation({
    number: 58,
    title: "Cut over migration",
    roles: ["Organization Owner"],
    risk: "irreversible",
    routes: both("PUT", "/groups/{groupId}/liveMigrations/{liveMigrationId}/cutover"),
    query: [...COMMON],
    result: { kind: "not-shown" },
  }),
  listMigratableProjects: operation({
    number: 59,
    title: "List migratable projects of an organization",
    roles: "unstated",
    routes: both("GET", "/orgs/{orgId}/liveMigrations/availableProjects"),
    query: [...COMMON],
    result: list(migratableProject),
  }),
  deleteLinkToken: operation({
    number: 60,
    title: "Delete organization link and its API key",
    roles: ["Organization Owner"],
    risk: "irreversible",
    routes: both("DELETE", "/orgs/{orgId}/liveMigrations/linkTokens"),
    query: [envelope],
    result: { kind: "empty" },
  }),
  createLinkToken: operation({
    number: 61,
    title: "Create link token",
    roles: ["Organization Owner"],
    risk: "create",
    routes: both("POST", "/orgs/{orgId}/liveMigrations/linkTokens"),
    query: [...COMMON],
    body: { schema: linkTokenInput, mediaType: "application/json" },
    result: record(linkToken),
  }),
};
