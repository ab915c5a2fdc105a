import fc from "fast-check";
import { expect } from "vitest";
import { memberIn } from "../json.test-support.ts";
import { answers, type Command, command, idIn, type Model, type ModelIndex, nth } from "./model.test-support.ts";

const some = fc.nat(20);
const name = fc.constantFrom("first", "second", "third");
const pathOf = (indexName: string) => ({ databaseName: "model", collectionName: "things", indexName });

const isGone = (index: ModelIndex | undefined, now: number): boolean =>
  index === undefined || (index.deleted !== undefined && now - index.deleted >= 8_000);

const createIndex = name.map((one) =>
  command(`create index ${one}`, async ({ indexes, now }, caller) => {
    const free = isGone(indexes.get(one), now);
    const json = { database: "model", collectionName: "things", name: one, definition: {} };
    const reply = await answers(free ? 200 : 409, caller, "createSearchIndex", { json });
    if (free) indexes.set(one, { id: idIn(reply, "indexID"), changed: now, version: 1 });
  }),
);

const updateIndex = fc.tuple(name, fc.boolean()).map(([one, byId]) =>
  command(`update index ${one} ${byId ? "by id" : "by name"}`, async ({ indexes, now }, caller) => {
    const index = indexes.get(one);
    const status = index === undefined || isGone(index, now) ? 404 : index.deleted === undefined ? 200 : 409;
    const json = { definition: { mappings: { dynamic: true } } };
    if (byId && index !== undefined)
      await answers(status, caller, "updateSearchIndexById", { path: { indexId: index.id }, json });
    else await answers(status, caller, "updateSearchIndexByName", { path: pathOf(one), json });
    if (status === 200 && index !== undefined) indexes.set(one, { ...index, changed: now, version: index.version + 1 });
  }),
);

const deleteIndex = fc.tuple(name, fc.boolean()).map(([one, byId]) =>
  command(`delete index ${one} ${byId ? "by id" : "by name"}`, async ({ indexes, now }, caller) => {
    const index = indexes.get(one);
    const gone = isGone(index, now);
    if (byId && index !== undefined)
      await answers(gone ? 404 : 204, caller, "deleteSearchIndexById", { path: { indexId: index.id } });
    else await answers(gone ? 404 : 204, caller, "deleteSearchIndexByName", { path: pathOf(one) });
    if (!gone && index !== undefined) indexes.set(one, { ...index, deleted: index.deleted ?? now });
  }),
);

const readIndexes = fc.constant(
  command("read the indexes", async ({ indexes, now }, caller) => {
    const { json } = await answers(200, caller, "listSearchIndexes", { path: pathOf("") });
    const listed = Array.isArray(json) ? json.map((one) => memberIn(one, "name")) : [];
    expect([...listed].sort()).toEqual([...indexes.keys()].filter((one) => !isGone(indexes.get(one), now)).sort());
    for (const [one, { id, changed, version, deleted }] of indexes) {
      if (isGone(indexes.get(one), now)) continue;
      const age = now - changed;
      const built = age < 2_000 ? "PENDING" : age < 10_000 ? "BUILDING" : "READY";
      expect((await answers(200, caller, "getSearchIndexByName", { path: pathOf(one) })).json).toMatchObject({
        indexID: id,
        status: deleted === undefined ? built : "DELETING",
        latestDefinitionVersion: { version },
      });
    }
  }),
);

const migrate = fc.boolean().map((sound) =>
  command(`migrate ${sound ? "well" : "to nowhere"}`, async ({ migrations, now }, caller) => {
    const { clusterName, projectId: groupId } = caller.reference.world;
    const json = {
      destination: { clusterName: sound ? clusterName : "nowhere", groupId, hostnameSchemaType: "PUBLIC" },
      dropEnabled: false,
      source: { clusterName: "source0", groupId, managedAuthentication: true },
      migrationHosts: ["host0.example.net"],
    };
    const reply = await answers(200, caller, "createMigration", { json });
    migrations.set(idIn(reply, "_id"), { created: now, sound, cutOver: false });
  }),
);

const cutOver = some.map((number) =>
  command(
    `cut migration ${number} over`,
    async ({ migrations, now }, caller) => {
      const [liveMigrationId, migration] = nth(migrations, number);
      const ready = migration.sound && !migration.cutOver && now - migration.created >= 15_000;
      await answers(ready ? 204 : 409, caller, "cutOverMigration", { path: { liveMigrationId } });
      if (ready) migrations.set(liveMigrationId, { ...migration, cutOver: true });
    },
    ({ migrations }) => migrations.size > 0,
  ),
);

const readMigrations = fc.constant(
  command("read the migrations", async ({ migrations, now }, caller) => {
    for (const [liveMigrationId, { created, sound, cutOver }] of migrations) {
      const age = now - created;
      const status = cutOver ? "COMPLETE" : age < 5_000 ? "NEW" : sound ? "WORKING" : "FAILED";
      const readyForCutover = sound && !cutOver && age >= 15_000;
      const { json } = await answers(200, caller, "getMigration", { path: { liveMigrationId } });
      expect(json).toMatchObject({ _id: liveMigrationId, status, readyForCutover });
    }
  }),
);

const outageOf = ({ outage, now }: Model) =>
  outage?.ended !== undefined && now - outage.ended >= 30_000 ? undefined : outage;
const filters = { outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }] };

const startOutage = fc.constant(
  command("start an outage", async (model, caller) => {
    const standing = outageOf(model);
    await answers(standing ? 400 : 200, caller, "startOutageSimulation", { json: filters });
    if (standing === undefined) model.outage = { started: model.now };
  }),
);
const endOutage = fc.constant(
  command("end the outage", async (model, caller) => {
    const outage = outageOf(model);
    const status = outage === undefined ? 404 : outage.ended === undefined ? 200 : 400;
    await answers(status, caller, "endOutageSimulation");
    if (status === 200) model.outage = { started: outage?.started ?? 0, ended: model.now };
  }),
);
const readOutage = fc.constant(
  command("read the outage", async (model, caller) => {
    const outage = outageOf(model);
    const reply = await answers(outage ? 200 : 404, caller, "getOutageSimulation");
    if (outage === undefined) return;
    const since = model.now - (outage.ended ?? outage.started);
    const starting = since < 5_000 ? "START_REQUESTED" : since < 30_000 ? "STARTING" : "SIMULATING";
    const ending = since < 5_000 ? "RECOVERY_REQUESTED" : "RECOVERING";
    expect(memberIn(reply.json, "state")).toBe(outage.ended === undefined ? starting : ending);
  }),
);

const link = fc.constant(
  command("link the organization", async (model, caller) => {
    await answers(model.linked ? 409 : 200, caller, "createLinkToken", { json: { accessListIps: [] } });
    model.linked = true;
  }),
);
const unlink = fc.constant(
  command("remove the link", async (model, caller) => {
    await answers(model.linked ? 204 : 404, caller, "deleteLinkToken");
    model.linked = false;
    expect((await answers(200, caller, "listMigratableProjects")).json).toEqual([]);
  }),
);

/**
 * Commands on records that change state by themselves (search indexes, migrations, outage simulations) and on links.
 */
export const lifeCycleCommands: readonly fc.Arbitrary<Command>[] = [
  createIndex,
  createIndex,
  updateIndex,
  deleteIndex,
  readIndexes,
  migrate,
  cutOver,
  readMigrations,
  startOutage,
  endOutage,
  readOutage,
  link,
  unlink,
];
