import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { conduct } from "../conduct.ts";
import { noJournal } from "../ground/journal.ts";
import type { Risk } from "../ground/risk.ts";
import { requirements } from "../requirements/requirements.ts";
import { testTarget } from "../target/target.test-support.ts";

/** A project without alert configurations, in which the run can create and delete them. */
async function emptyProject(): Promise<{ readonly url: string; readonly made: () => number }> {
  const records = new Map<string, unknown>();
  let made = 0;
  const server = createServer((request, response) => {
    const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false' };
    if (request.headers.authorization === undefined) return void response.writeHead(401, challenge).end();
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const answer = (status: number, json: unknown): void =>
        void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
      const [path = ""] = (request.url ?? "").split("?");
      const isList = path.endsWith("/alertConfigs");
      const id = path.split("/").at(-1) ?? "";
      if (isList && request.method === "POST") {
        made += 1;
        const record = { ...JSON.parse(text), id: made.toString(16).padStart(24, "0") };
        records.set(record.id, record);
        return answer(201, record);
      }
      if (request.method === "DELETE") return records.delete(id) ? void response.writeHead(204).end() : answer(404, {});
      if (/\/alertConfigs\/[0-9a-f]{24}$/.test(path))
        return records.has(id) ? answer(200, records.get(id)) : answer(404, {});
      const results = isList ? [...records.values()] : [];
      return answer(200, { results, totalCount: results.length });
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, made: () => made };
}

async function runOn(url: string, allow: readonly Risk[]) {
  return conduct(testTarget(url, { allow: new Set(allow) }), {
    requirements,
    selection: { only: ["ENV-WRAPPED"], operations: ["getAlertConfig"], versions: ["2"] },
    journal: noJournal,
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
}

it("creates three alert configurations on an empty target, reports them, and deletes them", async () => {
  const { url, made } = await emptyProject();
  const { doctor, changes } = await runOn(url, ["read", "create", "delete"]);
  // Three are lent, two more are needed next to the written record, and one shows that deleting works.
  expect(made()).toBe(6);
  expect(doctor).toContainEqual({
    subject: "fixtures",
    state: "ok",
    text: expect.stringMatching(/^the run created 3 alert configurations/),
  });
  expect(changes?.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "removed"));
});

it("creates nothing without permission", async () => {
  const { url, made } = await emptyProject();
  await runOn(url, ["read"]);
  expect(made()).toBe(0);
});

/** A run on a fast server without state, or whose list shows a new index after so many milliseconds. */
async function runOnLate(milliseconds: number) {
  const index = {
    indexID: "0123456789abcdef01234567",
    name: "default",
    database: "a",
    collectionName: "b",
    status: "STEADY",
  };
  let lists = 0;
  let created = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    const isOfPreflight = request.headers["x-plumbline-check"] === "doctor";
    if (isOfPreflight && request.method === "GET" && /indexes/i.test(request.url ?? "")) lists += 1;
    const isCreate = request.method === "POST";
    if (isCreate) created = Math.min(created, Date.now());
    request.resume();
    response.writeHead(isCreate ? 201 : 200, { "content-type": "application/json" });
    const shown = Date.now() >= created + milliseconds ? [index] : [];
    response.end(JSON.stringify(isCreate ? index : shown));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { groupId } = testTarget(url).fixtures;
  const target = testTarget(url, {
    allow: new Set(["read", "create", "delete"]),
    fixtures: { ...(groupId !== undefined && { groupId }), clusterName: "Cluster0" },
    speed: 60,
  });
  const { doctor } = await conduct(target, {
    requirements,
    selection: { only: ["ENV-WRAPPED"], operations: ["getSearchIndexById"], versions: ["2"] },
    journal: noJournal,
    patience: 200,
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  return { texts: doctor.map(({ text }) => text), lists };
}

it("gives up a created record that no read shows, soon, and names the setting for a server without state", async () => {
  const { texts, lists } = await runOnLate(Number.POSITIVE_INFINITY);
  expect(texts).toContainEqual(
    expect.stringMatching(/listSearchIndexes does not show 0123456789abcdef01234567, .* mock: true/),
  );
  // A record that is shown but not ready would be looked at more than twenty times.
  expect(lists).toBeLessThan(18);
});

it("waits for a late list of a target that finishes slow operations faster", async () => {
  const { texts } = await runOnLate(700);
  expect(texts).toContainEqual(expect.stringMatching(/^the run created an? .*index.*: 0123456789abcdef01234567$/));
});
