import { ApiError, createClient } from "@plumbline/client";
import { startReference } from "@plumbline/reference";
import { atlas, bindContract, OPERATION_IDS } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { afterAll, expect, test } from "vitest";

/*
 * These tests are here because no other package may import both the client and the server, which share only the
 * contract.
 */
const reference = await startReference({ profile: atlas });
const { keys, serviceAccount, metrics, metricsUrl, url, world } = reference;
const open = (credential: Parameters<typeof createClient>[0]["credential"]) => {
  const client = createClient({
    baseUrl: url,
    metricsUrl,
    profile: atlas,
    credential,
    metricsCredential: { scheme: "basic", label: "metrics", ...metrics },
  });
  afterAll(() => client.close());
  return client;
};
afterAll(() => reference.close());
const byKey = open(keys.all);
const byAccount = open(serviceAccount);
const path = { groupId: world.projectId };
const contract = bindContract(atlas);
const validator = createValidator({ answers: true });

test("a typed client of the public names creates, pages, changes and deletes", async () => {
  const notifications = [
    { typeName: "DATADOG", datadogApiKey: "0123456789abcdef0123456789abcdef", datadogRegion: "US" },
  ];
  const body = { eventTypeName: "CPS_RESTORE_SUCCESSFUL", notifications };
  const made = await byKey.call("createAlertConfig", { path, body });
  const { result } = contract.operation("createAlertConfig");
  if (result === undefined || !("schema" in result)) throw new Error("creating answers the configuration");
  expect(validator.violations(result.schema, made.value)).toEqual([]);
  const id = String(Object(made.value).id);
  const seen: unknown[] = [];
  for await (const one of byKey.paginate("listAlertConfigs", { path, query: { itemsPerPage: 50 } })) seen.push(one);
  expect(seen.map((one) => String(Object(one).id))).toContain(id);
  expect(seen).toHaveLength(world.alertConfigIds.length + 1);
  const own = { ...path, alertConfigId: id };
  const on = await byAccount.call("setAlertConfigEnabled", { path: own, body: { enabled: true } });
  expect(Object(on.value).enabled).toBe(true);
  expect((await byKey.call("deleteAlertConfig", { path: own })).status).toBe(204);
  const gone = byKey.call("getAlertConfig", { path: own });
  await expect(gone).rejects.toThrow(ApiError);
  await expect(gone).rejects.toMatchObject({ status: 404 });
});

test("a new cluster is in the answer, with the names and codes of the public interface", async () => {
  const providerSettings = { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" };
  const body = { name: "made", mongoDBMajorVersion: "7.0", providerSettings };
  const { value } = await byAccount.call("createCluster", { path, body });
  expect(value).toMatchObject({ name: "made", mongoDBMajorVersion: "7.0", providerSettings });
  const { value: listed } = await byKey.call("listClusters", { path });
  const clusters: readonly unknown[] = Object(listed).results;
  expect(clusters.find((one) => Object(one).id === Object(value).id)).toEqual(value);
});

test("backups, search and discovery answer to their public names", async () => {
  const cluster = { ...path, clusterName: world.clusterName };
  const snapshot = await byKey.call("takeSnapshot", { path: cluster, body: { retentionInDays: 1 } });
  expect(snapshot.value).toMatchObject({ cloudProvider: "AWS", mongodVersion: expect.any(String) });
  const index = { database: "shop", collectionName: "goods", name: "public", definition: { analyzer: "lucene.nori" } };
  const made = await byKey.call("createSearchIndex", { path: cluster, body: index });
  expect(made.value).toMatchObject({ latestDefinition: { analyzer: "lucene.nori" } });
  expect((await byKey.call("discoverMetricsTargets", { path })).value).toContainEqual(
    expect.objectContaining({ labels: expect.objectContaining({ group_id: world.projectId }) }),
  );
});

test("every operation of the public interface has a route here", () => {
  const contract = bindContract(atlas);
  for (const id of OPERATION_IDS) expect([id, contract.operation(id).routes.length > 0]).toEqual([id, true]);
});
