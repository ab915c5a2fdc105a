import { COMMON, envelope } from "../parameters.ts";
import { area, both } from "./define.ts";

const operation = area("live-migration", "Live migration");

export const liveMigration = {
  createMigration: operation({
    number: 54,
    title: "Create migration",
    roles: ["Organization Owner"],
    risk: "costly",
    routes: both("POST", "/groups/{groupId}/liveMigrations"),
    query: [...COMMON],
  }),
  validateMigration: operation({
    number: 55,
    title: "Validate migration",
    roles: ["Organization Owner"],
    risk: "create",
    routes: both("POST", "/groups/{groupId}/liveMigrations/validate"),
    query: [...COMMON],
  }),
  getMigrationValidation: operation({
    number: 56,
    title: "Get validation status",
    roles: ["Organization Owner"],
    routes: both("GET", "/groups/{groupId}/liveMigrations/validate/{validationId}"),
    query: [envelope],
  }),
  getMigration: operation({
    number: 57,
    title: "Get migration",
    roles: ["Organization Member"],
    routes: both("GET", "/groups/{groupId}/liveMigrations/{liveMigrationId}"),
    query: [...COMMON],
  }),
  cutOverMigration: operation({
    number: 58,
    title: "Cut over migration",
    roles: ["Organization Owner"],
    risk: "irreversible",
    routes: both("PUT", "/groups/{groupId}/liveMigrations/{liveMigrationId}/cutover"),
    query: [...COMMON],
  }),
  listMigratableProjects: operation({
    number: 59,
    title: "List migratable projects of an organization",
    roles: "unstated",
    routes: both("GET", "/orgs/{orgId}/liveMigrations/availableProjects"),
    query: [...COMMON],
  }),
  deleteLinkToken: operation({
    number: 60,
    title: "Delete organization link and its API key",
    roles: ["Organization Owner"],
    risk: "irreversible",
    routes: both("DELETE", "/orgs/{orgId}/liveMigrations/linkTokens"),
    query: [envelope],
  }),
  createLinkToken: operation({
    number: 61,
    title: "Create link token",
    roles: ["Organization Owner"],
    risk: "create",
    routes: both("POST", "/orgs/{orgId}/liveMigrations/linkTokens"),
    query: [...COMMON],
  }),
};
