import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@plumbline/client";
import { standingClock, startReference } from "@plumbline/reference";
import { OPERATION_IDS, type OperationId } from "@plumbline/schemas";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { WORLD_MISTAKES } from "./mistakes.test-support.ts";
import { readWorld } from "./read-world.ts";
import { WHOLE, WHOLE_ENVIRONMENT } from "./whole-world.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-world-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "world.yml");

async function start(text: string, more: Parameters<typeof startReference>[0] = {}) {
  writeFileSync(path, text);
  const { world, located } = readWorld(path);
  return located(startReference({ world, environment: { ...WHOLE_ENVIRONMENT, A: "a" }, ...more }));
}

async function said(text: string): Promise<string> {
  const reference = await start(text).catch((error: unknown) => error);
  if (reference instanceof Error) return reference.message;
  await (reference as Awaited<ReturnType<typeof start>>).close();
  return "nothing: it was taken";
}

describe("a mistake in a world file is told with its line and column", () => {
  it.each(WORLD_MISTAKES)("%s", async (_what, text, spot, told) => {
    const message = await said(text);
    expect(message.startsWith(`${path}:${spot}:`), message).toBe(true);
    expect(message.split("\n").length, message).toBeLessThan(4);
    if (typeof told === "string") expect(message).toContain(told);
    else expect(message).toMatch(told);
  });

  it("and the program ends with 2", async () => {
    const message = await said("project: []\n");
    const { code, out, note } = await call(["serve", "--world", path]);
    expect([code, out, note]).toEqual([2, "", `plumbline: ${message}\n`]);
    expect((await call(["serve", "--world", join(folder, "none.yml")])).note).toContain("the world file");
  });
});

describe("a whole world", () => {
  it("is served with the records of the file, to the keys of the file", async () => {
    const reference = await start(WHOLE, { clock: standingClock(Date.now()) });
    const { keys, url, world } = reference;
    const own = { publicKey: "ci", privateKey: "ci-private-key" };
    const client = createClient({ baseUrl: url, credential: keys.all });
    const read = createClient({ baseUrl: url, credential: own });
    const account = createClient({
      baseUrl: url,
      credential: { clientId: "sa_id_ci", clientSecret: "ci-client-secret" },
    });
    const groupId = "5f0c1d2e3a4b5c6d7e8f9a0c";
    const get = async (operation: OperationId, more: Readonly<Record<string, string>> = {}, as = client) => {
      const asked = reference.contract.operation(operation).routes[0]?.path ?? "";
      const all = Object.entries({ groupId, clusterName: "orders", ...more });
      const path = Object.fromEntries(all.filter(([name]) => asked.includes(`{${name}}`)));
      return Object((await as.call(operation as "listClusters", { path: path as { groupId: string } })).value);
    };
    try {
      expect([world.projectId, world.orgId, world.clusterName]).toEqual([
        groupId,
        "5f0c1d2e3a4b5c6d7e8f9a0b",
        "orders",
      ]);
      const clusters = (await get("listClusters")).results;
      expect(clusters).toMatchObject([
        { id: "5f0c1d2e3a4b5c6d7e8f9a0d", name: "orders", diskSizeGB: 20, tags: [{ key: "team", value: "shop" }] },
        { name: "tests" },
      ]);
      expect(Date.now() - Date.parse(clusters[0].createDate)).toBeGreaterThan(99 * 86_400_000);
      expect((await get("listSnapshots")).results).toMatchObject([
        { description: "before the sale", status: "completed" },
        { description: "after the sale", status: "completed" },
      ]);
      expect((await get("getSearchIndexById", { indexId: "5f0c1d2e3a4b5c6d7e8f9a0e" })).name).toBe("titles");
      expect((await get("getBackupSchedule")).restoreWindowDays).toBe(5);
      expect((await get("getOutageSimulation")).state).toBe("SIMULATING");
      expect((await get("listRestoreJobs")).totalCount).toBe(1);
      expect((await get("listExportBuckets")).results).toMatchObject([{ bucketName: "exports" }]);
      expect(await get("getCloudAccessRole", { roleId: "5f0c1d2e3a4b5c6d7e8f9a10" })).toHaveProperty("roleId");
      expect(await get("listCustomAnalyzers")).toMatchObject([{ name: "words" }]);
      const config = await get("getAlertConfig", { alertConfigId: "5f0c1d2e3a4b5c6d7e8f9a11" });
      expect(config).toMatchObject({ enabled: true, eventTypeName: "CLUSTER_TAGS_MODIFIED" });
      expect((await get("listAlerts")).results).toMatchObject([
        { status: "OPEN", acknowledgementComment: "seen", acknowledgedUntil: "2099-01-01T00:00:00.000Z" },
        { id: "5f0c1d2e3a4b5c6d7e8f9a12", status: "CLOSED" },
      ]);
      expect(await get("getAuditing")).toMatchObject({ enabled: true, auditFilter: '{"atype":"authenticate"}' });
      expect(await get("getCustomDns")).toEqual({ enabled: true });
      expect(await get("getBackupCompliancePolicy")).toMatchObject({ authorizedEmail: "officer@example.com" });
      // Each key works where it has roles, and nowhere else.
      expect((await get("listAlerts", {}, read)).totalCount).toBe(2);
      await expect(read.call("listAlerts", { path: { groupId: world.otherProjectId } })).rejects.toThrow("403");
      expect((await get("listAlerts", { groupId: world.otherProjectId }, account)).totalCount).toBe(0);
      // A reset restores the state of the file.
      await client.call("deleteAlertConfig", { path: { groupId, alertConfigId: "5f0c1d2e3a4b5c6d7e8f9a11" } });
      reference.reset();
      expect(await get("getAlertConfig", { alertConfigId: "5f0c1d2e3a4b5c6d7e8f9a11" })).toEqual(config);
    } finally {
      await Promise.all([client.close(), read.close(), account.close()]);
      await reference.close();
    }
  });

  it("makes ids that are missing, the same for a seed, whatever else is added", async () => {
    const one = `projects:\n  - name: Shop\n    clusters:\n      - name: orders\n`;
    const idsOf = async (text: string, seed: number) => {
      const reference = await start(text, { seed });
      const client = createClient({ baseUrl: reference.url, credential: reference.keys.all });
      const { value } = await client.call("listClusters", { path: { groupId: reference.world.projectId } });
      await client.close();
      await reference.close();
      const found: readonly { readonly id: string; readonly name: string }[] = Object(value).results;
      return [reference.world.projectId, found.find(({ name }) => name === "orders")?.id];
    };
    const first = await idsOf(one, 1);
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)]);
    expect(await idsOf(one, 1)).toEqual(first);
    expect(await idsOf(one.replace("      - name", "      - name: before\n      - name"), 1)).toEqual(first);
    expect(await idsOf(one, 2)).not.toEqual(first);
  });

  it("stands beside the seeded one where it says so, and adds to a project of that", async () => {
    const text = "extends: default\nprojects:\n  - name: Project A\n    clusters: [{ name: mine }]\n  - name: New\n";
    const [reference, seeded] = [await start(text), await startReference()];
    const client = createClient({ baseUrl: reference.url, credential: reference.keys.all });
    const { projectIds = [], ...rest } = reference.world;
    expect(rest).toEqual(seeded.world);
    expect(projectIds[0]).toBe(seeded.world.projectId);
    const names = async (groupId: string): Promise<readonly string[]> =>
      Object((await client.call("listClusters", { path: { groupId } })).value).results.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names(seeded.world.projectId)).toEqual(expect.arrayContaining(["Cluster0", "mine"]));
    expect(await names(projectIds[1] ?? "")).toEqual([]);
    await client.close();
    await Promise.all([reference.close(), seeded.close()]);
  });

  it.each(["", "# nothing yet\n", "{}\n", "projects: []\n"])(
    "of nothing has an organization and a project: %j",
    async (text) => {
      const { world, close } = await start(text);
      expect([world.orgId, world.projectId]).toEqual([
        expect.stringMatching(/^\w{24}$/),
        expect.stringMatching(/^\w{24}$/),
      ]);
      expect([world.clusterName, world.alertConfigIds]).toEqual(["", []]);
      await close();
    },
  );

  it("is what a data folder holds on to: another one is refused", async () => {
    const dataFolder = join(folder, "data");
    const first = await start("projects: [{ name: Shop }]\n", { dataFolder });
    await first.close();
    const again = await start("projects: [{ name: Shop }]\n", { dataFolder });
    expect(again.world).toEqual(first.world);
    await again.close();
    await expect(start("projects: [{ name: Other }]\n", { dataFolder })).rejects.toThrow("holds other records");
    const without = await startReference({ dataFolder });
    expect(without.world).toEqual(first.world);
    await without.close();
  });

  it("puts no secret into a data folder", async () => {
    const dataFolder = join(folder, "secrets");
    await (await start(WHOLE, { dataFolder })).close();
    const bytes = readFileSync(join(dataFolder, "state.db"), "latin1");
    for (const secret of ["ci-private-key", "ci-client-secret"]) expect(bytes).not.toContain(secret);
  });
});

it("has a schema for editors, of which each operation's body is a part", async () => {
  const { code, out } = await call(["serve", "--print-world-schema"]);
  const { properties } = JSON.parse(out);
  expect([code, Object.keys(properties)]).toEqual([
    0,
    ["extends", "organizations", "projects", "keys", "serviceAccounts"],
  ]);
  const { alertConfigurations } = properties.projects.items.properties;
  expect(alertConfigurations.items.properties).toHaveProperty("matchers");
  expect(OPERATION_IDS.filter((id) => out.includes(`the body of ${id}.`)).length).toBe(13);
});
