import type { OperationId } from "@plumbline/schemas";
import { expect, test } from "vitest";
import type { KeyLabel } from "./key-labels.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { keys, world } = caller.reference;
const OWNERS: readonly KeyLabel[] = ["all", "organizationOwner", "projectOwner"];
const READERS: readonly KeyLabel[] = [...OWNERS, "projectReadOnly"];
const HISTORY: readonly KeyLabel[] = [...OWNERS, "projectMonitoringAdmin"];
const ANY = Object.keys(keys).filter((label) => label !== "noRole");

const matrix: readonly (readonly [OperationId, readonly string[]])[] = [
  ["getAccessLogsByCluster", HISTORY],
  ["getAccessLogsByHost", HISTORY],
  ["listMatcherFieldNames", ANY],
  ["listAlertConfigs", READERS],
  ["createAlertConfig", OWNERS],
  ["getAlertConfig", READERS],
  ["setAlertConfigEnabled", OWNERS],
  ["listAlerts", READERS],
  ["listOpenAlertsOfConfig", READERS],
  ["acknowledgeAlert", OWNERS],
];

test.each(matrix)("%s is for those who hold a role for it", async (id, allowed) => {
  const statuses = await Promise.all(
    Object.entries(keys).map(
      async ([label, key]) => [label, (await caller.call(id, { key, json: {} })).status] as const,
    ),
  );
  const let_in = statuses.filter(([, status]) => status !== 403).map(([label]) => label);
  expect(let_in.sort()).toEqual([...allowed].sort());
});

test("a role ends at its project, and an organization's at its organization", async () => {
  const status = async (key: KeyLabel, groupId: string) =>
    (await caller.call("listAlertConfigs", { key: keys[key], path: { groupId } })).status;
  expect(await status("otherProjectOwner", world.otherProjectId)).toBe(200);
  expect(await status("projectOwner", world.otherProjectId)).toBe(403);
  expect(await status("organizationOwner", world.otherProjectId)).toBe(200);
  expect(await status("organizationOwner", world.foreignProjectId)).toBe(403);
  expect(await status("otherOrganizationOwner", world.foreignProjectId)).toBe(200);
});

test("a caller without the role learns nothing about parameters and body", async () => {
  const bad = { query: "pretty=x", body: "{" };
  expect((await caller.call("createAlertConfig", { ...bad, headers: { Authorization: "" } })).status).toBe(401);
  expect((await caller.call("createAlertConfig", { ...bad, key: keys.projectReadOnly })).status).toBe(403);
  expect((await caller.call("createAlertConfig", bad)).status).toBe(400);
});
