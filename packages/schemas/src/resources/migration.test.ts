import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { linkToken, linkTokenInput } from "./link-token.ts";
import { migratableProject } from "./migratable-project.ts";
import { migration } from "./migration.ts";
import { migrationValidation } from "./migration-validation.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const id = "32b6e34b3d91647abb20e7b8";

describe("answers of the live migration operations", () => {
  it.each([migration, migrationValidation, migratableProject, linkToken])("have a valid example: $title", (schema) => {
    expect(answers.violations(schema, exampleOf(schema))).toEqual([]);
  });

  it("have _id as the id of a migration and a validation", () => {
    for (const schema of [migration, migrationValidation]) {
      expect(answers.accepts(schema, { _id: id })).toBe(true);
      expect(answers.accepts(schema, { id })).toBe(false);
      expect(answers.accepts(schema, { _id: id.toUpperCase() })).toBe(false);
    }
  });

  it("check the types of a migration's members", () => {
    const record = (members: object): boolean => answers.accepts(migration, { _id: id, ...members });
    expect(record({ lagTimeSeconds: 0, migrationHosts: [], readyForCutover: true, status: "ELSE" })).toBe(true);
    expect(record({ lagTimeSeconds: null })).toBe(true);
    expect(record({ lagTimeSeconds: 1.5 })).toBe(false);
    expect(record({ readyForCutover: "yes" })).toBe(false);
    expect(record({ migrationHosts: [5] })).toBe(false);
    expect(record({ status: 5 })).toBe(false);
  });

  it("check the types of a validation's members", () => {
    const record = (members: object): boolean => answers.accepts(migrationValidation, { _id: id, ...members });
    expect(record({ errorMessage: null, groupId: id, sourceGroupId: id, status: "PENDING" })).toBe(true);
    expect(record({ sourceGroupId: 5 })).toBe(false);
    expect(record({ groupId: 5 })).toBe(false);
    expect(record({ errorMessage: {} })).toBe(false);
  });

  it("check the types of a migratable project's members, but not of sizes", () => {
    const project = (deployment: object): boolean =>
      answers.accepts(migratableProject, { projectId: id, deployments: [deployment] });
    expect(project({ dbSizeBytes: "1", oplogSizeMB: 0.5, shardsSize: [] })).toBe(true);
    for (const member of ["managed", "sharded", "tlsEnabled"]) expect(project({ [member]: "x" }), member).toBe(false);
    expect(project({ engineVersion: 7 })).toBe(false);
    expect(answers.accepts(migratableProject, { projectId: id, migrationHosts: "host" })).toBe(false);
    expect(answers.accepts(migratableProject, { name: "Project0" })).toBe(false);
  });

  it("require a link token that is not empty", () => {
    expect(answers.accepts(linkToken, { linkToken: "x" })).toBe(true);
    expect([{}, { linkToken: "" }, { linkToken: 5 }].filter((body) => answers.accepts(linkToken, body))).toEqual([]);
  });

  it("are arrays, records, empty or undescribed, as the description states", () => {
    expect(operations.listMigratableProjects.result).toMatchObject({ kind: "array", items: migratableProject });
    expect(operations.getMigrationValidation.result).toEqual({ kind: "record", schema: migrationValidation });
    expect(operations.getMigration.result).toEqual({ kind: "record", schema: migration });
    expect(operations.cutOverMigration.result).toEqual({ kind: "not-shown" });
    expect(operations.deleteLinkToken.result).toEqual({ kind: "empty" });
    expect(operations.createMigration.risk).toBe("irreversible");
  });
});

describe("the body that asks for a link token", () => {
  it("accepts a list of texts in any notation", () => {
    const body = (accessListIps: unknown): boolean => requests.accepts(linkTokenInput, { accessListIps });
    expect([[], ["203.0.113.7"], ["203.0.113.0/24", "2001:db8::1"]].every(body)).toBe(true);
    expect(["1.2.3.4", [5], {}].filter(body)).toEqual([]);
    expect(requests.accepts(linkTokenInput, {})).toBe(true);
    expect(exampleOf(linkTokenInput)).toEqual({ accessListIps: ["203.0.113.7"] });
  });
});
