// Compares the reference with a minimal node:http server, and measures whether long lists slow it down and whether its
// memory grows.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import { figure } from "../../../scripts/figures.mjs";
import { Storage } from "../dist/storage/storage.js";
import { answerOf, bytesOf, send, signer } from "./load.mjs";
import { openServer } from "./served.mjs";

const PAIRS = Number(process.env.PAIRS ?? 9);
const REQUESTS = 1_000;
// Requests until both servers run optimised code. All requests together create fewer configurations than a project may
// have.
const WARM_UP = 8_000;
const MANY = 100_000;
const MOST_SLOWER = 1.25;
const MEMORY_REQUESTS = Number(process.env.MEMORY_REQUESTS ?? 200_000);
const MOST_GROWTH = 1.1;

console.log(`The reference beside a bare node:http server, ${PAIRS} pairs of ${REQUESTS} requests`);
await against("GET of one record", 55, (server) => ({ ...requestTo(server, "getAlertConfig") }));
await against("POST of one kilobyte", 40, (server) => ({
  ...requestTo(server, "createAlertConfig"),
  body: kilobyte(),
}));
await lists();
await memory();

function requestTo({ routes, world }, id, query = "") {
  const { method, path, accept } = routes[id];
  const target = path.replace("{groupId}", world.projectId).replace("{alertConfigId}", world.busiestAlertConfigId);
  return { method, target: target + query, accept };
}

/** A configuration with several notifications: 1,024 bytes. */
function kilobyte() {
  const notifications = Array.from({ length: 8 }, (_, index) => ({
    typeName: "EMAIL",
    emailAddress: `somebody.of.team.${index}@example.com`,
    delayMin: index,
    intervalMin: 60,
  }));
  const matchers = [{ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "" }];
  const config = { eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE", enabled: true, matchers, notifications };
  matchers[0].value = "x".repeat(1_024 - JSON.stringify(config).length);
  return JSON.stringify(config);
}

/** The rates of both servers, in turns of a second or less, so that other load on the machine affects both. */
async function against(name, atLeast, requestOf) {
  const [ours, theirs, shares, effort] = [[], [], [], []];
  const server = await openServer({ kind: "reference" });
  const sign = await signer(server);
  const request = requestOf(server);
  const { head, body } = await answerOf(server.port, sign(request));
  const mediaType = /content-type: (.+)/i.exec(head)?.[1] ?? "";
  const bare = await openServer({ kind: "bare", text: body, mediaType });
  const make = () => sign(request);
  for (const one of [server, bare]) await rate(one, make, WARM_UP);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const own = await rate(server, make, REQUESTS);
    const other = await rate(bare, make, REQUESTS);
    ours.push(own.perSecond);
    theirs.push(other.perSecond);
    shares.push((100 * own.perSecond) / other.perSecond);
    effort.push((100 * other.microseconds) / own.microseconds);
  }
  await server.close();
  await bare.close();
  figure({ name, values: ours, unit: "a second", bare: { name: "bare server", values: theirs } });
  figure({ name: `${name}, of a bare server's rate`, values: shares, unit: "%" });
  figure({ name: `${name}, of its processor time`, values: effort, unit: "%", atLeast });
}

async function rate(server, make, count) {
  const requests = Array.from({ length: count }, make);
  const before = await server.ask("time");
  const began = performance.now();
  const statuses = await send(server.port, requests);
  const milliseconds = performance.now() - began;
  if (statuses["200"] !== count) throw new Error(`expected 200 only, received ${JSON.stringify(statuses)}`);
  return { perSecond: (1_000 * count) / milliseconds, microseconds: ((await server.ask("time")) - before) / count };
}

/**
 * Reads the first and the last page of a list of a hundred records and of one of a hundred thousand, with an occasional
 * write.
 */
async function lists() {
  const count = 400;
  const world = await worldOfSeedOne();
  const folders = [100, MANY].map((records) => prepared(records, world));
  const servers = [];
  for (const { folder, secrets } of folders)
    servers.push(await openServer({ kind: "reference", dataFolder: folder, secrets }));
  const signers = [];
  for (const server of servers) signers.push(await signer(server));
  console.log(`  pages of 100 out of ${MANY.toLocaleString("en")} records beside pages out of 100`);
  for (const [name, id, page, writes] of [
    ["first page of configurations", "listAlertConfigs", () => 1, false],
    ["last page of configurations", "listAlertConfigs", (records) => records / 100, false],
    ["the same, each after a write", "listAlertConfigs", (records) => records / 100, true],
    ["first page of alerts", "listAlerts", () => 1, false],
  ]) {
    const slower = [];
    for (let pair = 0; pair <= PAIRS; pair += 1) {
      const times = [];
      for (const [index, server] of servers.entries()) {
        const list = requestTo(server, id, `?itemsPerPage=100&pageNum=${page(index === 0 ? 100 : MANY)}`);
        const toggle = { ...requestTo(server, "setAlertConfigEnabled"), body: '{"enabled":true}' };
        const sign = signers[index];
        const requests = Array.from({ length: count }, (_, at) => sign(writes && at % 2 === 0 ? toggle : list));
        const before = await server.ask("time");
        const statuses = await send(server.port, requests, 4);
        if (statuses["200"] !== count) throw new Error(`expected 200 only, received ${JSON.stringify(statuses)}`);
        times.push((await server.ask("time")) - before);
      }
      // The first pair warms up and is not counted.
      if (pair > 0) slower.push(times[1] / times[0]);
    }
    figure({ name, values: slower, unit: "times the processor time", digits: 2, atMost: MOST_SLOWER });
  }
  for (const server of servers) await server.close();
}

async function worldOfSeedOne() {
  const reference = await startReference({ seed: 1 });
  await reference.close();
  return reference.world;
}

/** A data folder with the world of seed 1, whose first project holds this many configurations and this many alerts. */
function prepared(records, { projectId: groupId, orgId, busiestAlertConfigId }) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const storage = new Storage(folder);
  const now = Date.parse("2025-06-01T12:00:00Z");
  storage.keepFact("seeded", JSON.stringify({ seed: 1, now }));
  for (let index = 0; index < records; index += 1) {
    const kept = { id: index.toString(16).padStart(24, "0"), groupId, created: now + index, updated: now + index };
    const eventTypeName = "JOINED_GROUP";
    const notifications = [{ typeName: "EMAIL", emailAddress: "a@example.com" }];
    const id = index === 0 ? busiestAlertConfigId : kept.id;
    storage.put("configs", { ...kept, id, enabled: false, eventTypeName, matchers: [], notifications });
    storage.put("alerts", { ...kept, orgId, alertConfigId: busiestAlertConfigId, eventTypeName, status: "OPEN" });
  }
  storage.close();
  return { folder, secrets: { keys: { all: { publicKey: "bench", privateKey: "bench-private-key" } } } };
}

/** The heap after a quarter of the requests and at their end; they are reads, writes and refusals of every kind. */
async function memory() {
  const server = await openServer({ kind: "reference" });
  const sign = await signer(server);
  const read = requestTo(server, "getAlertConfig");
  const create = { ...requestTo(server, "createAlertConfig"), body: "{" };
  const toggle = { ...requestTo(server, "setAlertConfigEnabled"), body: '{"enabled":true}' };
  const list = requestTo(server, "listAlerts", "?itemsPerPage=3");
  const kinds = [
    () => sign(read),
    () => sign(toggle),
    () => sign(list),
    () => sign(create),
    () => sign({ ...create, body: "{}" }),
    (index) => sign({ ...read, target: read.target.replace(/[0-9a-f]{24}$/, index.toString(16).padStart(24, "0")) }),
    (index) => bytesOf({ ...read, authorization: `Digest username="user${index}", nonce="${index}"` }),
    (index) => bytesOf({ ...read, target: `/nowhere/${index}` }),
  ];
  const batch = 10_000;
  let quarter = 0;
  const began = performance.now();
  for (let sent = 0; sent < MEMORY_REQUESTS; sent += batch) {
    await send(
      server.port,
      Array.from({ length: batch }, (_, index) => kinds[index % kinds.length](sent + index)),
    );
    if (quarter === 0 && sent + batch >= MEMORY_REQUESTS / 4) quarter = await server.ask("heap");
  }
  const end = await server.ask("heap");
  await server.close();
  const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`  memory over ${MEMORY_REQUESTS.toLocaleString("en")} requests in ${seconds} s`);
  console.log(`  heap after a quarter ${megabytes(quarter)} MiB, at the end ${megabytes(end)} MiB`);
  figure({
    name: "heap at the end, of that after a quarter",
    values: end / quarter,
    unit: "times",
    digits: 2,
    atMost: MOST_GROWTH,
  });
}
