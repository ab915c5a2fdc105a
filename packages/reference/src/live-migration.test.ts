import type { OperationId } from "@plumbline/schemas";
import { expect, test } from "vitest";
import type { Call } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { world, keys, clock } = caller.reference;
const SOURCE = { clusterName: "source0", username: "migrator", password: "secret" };
const BODY = { destination: { clusterName: world.clusterName }, dropEnabled: false, source: SOURCE };

const idOf = async (id: OperationId, json: unknown, more: Call = {}): Promise<string> =>
  String(memberIn((await caller.call(id, { json, ...more })).json, "_id"));
const migration = async (liveMigrationId: string) =>
  (await caller.call("getMigration", { path: { liveMigrationId } })).json;
const cutOver = (liveMigrationId: string) => caller.call("cutOverMigration", { path: { liveMigrationId } });

test.each(["1.0", "2"] as const)(
  "in version %s a migration starts, copies, is ready, and ends when it is cut over",
  async (version) => {
    const id = await idOf("createMigration", { ...BODY, migrationHosts: ["host0"] }, { version });
    const record = { _id: id, migrationHosts: ["host0"], readyForCutover: false };
    expect(await migration(id)).toEqual({ ...record, status: "NEW" });
    clock.advance(5_000);
    expect(await migration(id)).toEqual({ ...record, status: "WORKING", lagTimeSeconds: 10 });
    expect((await cutOver(id)).status).toBe(409);
    clock.advance(10_000);
    expect(await migration(id)).toEqual({ ...record, status: "WORKING", lagTimeSeconds: 0, readyForCutover: true });
    expect((await cutOver(id)).status).toBe(204);
    expect(await migration(id)).toEqual({ ...record, status: "COMPLETE" });
    expect((await cutOver(id)).status).toBe(409);
  },
);

test.each<[string, object]>([
  ["a destination that is not there", { destination: { clusterName: "nowhere" } }],
  ["a destination of a shared tier", { destination: { clusterName: "shared-m0" } }],
  ["an engine that is too old", { destination: { clusterName: "Old0", groupId: world.oldEngineProjectId } }],
  ["no credentials", { source: { clusterName: "source0" } }],
])("with %s the validation says why it failed, and a migration fails", async (_what, change) => {
  const validationId = await idOf("validateMigration", { ...BODY, ...change });
  const id = await idOf("createMigration", { ...BODY, ...change });
  const validation = async () => (await caller.call("getMigrationValidation", { path: { validationId } })).json;
  expect(await validation()).toEqual({ _id: validationId, groupId: world.projectId, status: "PENDING" });
  clock.advance(60_000);
  expect(await validation()).toMatchObject({ status: "FAILED", errorMessage: expect.stringMatching(/\.$/) });
  expect(await migration(id)).toMatchObject({ status: "FAILED", readyForCutover: false });
  expect((await cutOver(id)).status).toBe(409);
});

test("a validation that goes well names the project of the source, and no migration needs one", async () => {
  const groupId = "0123456789abcdef01234567";
  const validationId = await idOf("validateMigration", { ...BODY, source: { ...SOURCE, groupId } });
  clock.advance(5_000);
  expect((await caller.call("getMigrationValidation", { path: { validationId } })).json).toEqual({
    _id: validationId,
    groupId: world.projectId,
    sourceGroupId: groupId,
    status: "SUCCESS",
  });
  expect((await caller.call("createMigration", { json: BODY })).json).toMatchObject({ status: "NEW" });
});

test("a migration has one host, whether one is named or not", async () => {
  expect((await caller.call("createMigration", { json: BODY })).json).toMatchObject({
    migrationHosts: [expect.any(String)],
  });
  for (const migrationHosts of [[], ["a", "b"]])
    expect((await caller.call("createMigration", { json: { ...BODY, migrationHosts } })).status).toBe(400);
});

test("an organization has one link, which shows what can move until it is deleted", async () => {
  const json = { accessListIps: ["203.0.113.7"] };
  const projects = async () => (await caller.call("listMigratableProjects")).json;
  expect(await projects()).toEqual([]);
  expect((await caller.call("deleteLinkToken")).status).toBe(404);
  expect(memberIn((await caller.call("createLinkToken", { json })).json, "linkToken")).toMatch(/^[A-Za-z0-9+/=]+$/);
  expect(await projects()).toHaveLength(2);
  expect((await caller.call("createLinkToken", { json })).status).toBe(409);
  expect((await caller.call("deleteLinkToken")).status).toBe(204);
  expect(await projects()).toEqual([]);
});

test("owners of the organization migrate, its members look on", async () => {
  const status = async (id: OperationId, key: keyof typeof keys) =>
    (await caller.call(id, { key: keys[key], json: {} })).status;
  expect(await status("createMigration", "organizationOwner")).toBe(400);
  expect(await status("createMigration", "projectOwner")).toBe(403);
  expect(await status("createMigration", "organizationMember")).toBe(403);
  expect(await status("getMigration", "organizationMember")).toBe(200);
  expect(await status("deleteLinkToken", "otherOrganizationOwner")).toBe(403);
});
