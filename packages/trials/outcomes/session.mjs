// Draws the concurrent requests of clients over a day: reads and writes of every kind of record, in both versions,
// valid and sometimes invalid, with pages, envelopes and retries. The same seed draws the same requests per client.
import { setTimeout as pause } from "node:timers/promises";
import { bindContract, fillPath } from "@plumbline/schemas";
import { pick, randomOf } from "../safety/random.mjs";
import { actions } from "./actions.mjs";
import { openCaller } from "./caller.mjs";

const hexOf = (random) => Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join("");

/** The read that shows the outcome of a write. */
const SHOWN_BY = {
  setAlertConfigEnabled: "getAlertConfig",
  updateAlertConfig: "getAlertConfig",
  deleteAlertConfig: "getAlertConfig",
  createAlertConfig: "listAlertConfigs",
  acknowledgeAlert: "getAlert",
  updateAuditing: "getAuditing",
  updateCustomDns: "getCustomDns",
  replaceCustomAnalyzers: "listCustomAnalyzers",
  updateSearchIndexById: "getSearchIndexById",
  deleteSearchIndexById: "getSearchIndexById",
  updateSearchIndexByName: "getSearchIndexByName",
  deleteSearchIndexByName: "getSearchIndexByName",
  createExportBucket: "listExportBuckets",
  deleteExportBucket: "getExportBucket",
  updateBackupCompliancePolicy: "getBackupCompliancePolicy",
  updateBackupSchedule: "getBackupSchedule",
  deleteBackupSchedules: "getBackupSchedule",
  takeSnapshot: "listSnapshots",
  changeSnapshotExpiration: "getSnapshot",
  deleteSnapshot: "getSnapshot",
  createRestoreJob: "listRestoreJobs",
  cancelRestoreJob: "getRestoreJob",
  createCloudAccessRole: "listCloudAccessRoles",
  startOutageSimulation: "getOutageSimulation",
  endOutageSimulation: "getOutageSimulation",
};

/**
 * The character of a session, by its seed: how many records the clients use, how fast they are, and which actions they
 * prefer.
 */
function mannerOf(seed) {
  const random = randomOf(seed * 7_919);
  const favoured = Array.from({ length: 6 }, () => Math.floor(random() * actions.length));
  return { most: pick(random, [2, 4, 40]), pace: pick(random, [0, 5, 30]), favoured };
}

/** Records that clients know, by kind; only the newest of each. */
class Known {
  kinds = new Map();
  gone = new Map();
  constructor(most = 40) {
    this.most = most;
  }
  of(kind) {
    return this.kinds.get(kind) ?? [];
  }
  learn(kind, id) {
    if (typeof id !== "string" || this.of(kind).includes(id)) return;
    this.kinds.set(kind, [...this.of(kind), id].slice(-this.most));
  }
  forget(kind, id) {
    this.kinds.set(
      kind,
      this.of(kind).filter((one) => one !== id),
    );
    this.gone.set(kind, [...(this.gone.get(kind) ?? []), id].slice(-10));
  }
}

/**
 * Sends `exchanges` requests to `url` from several clients at once. `keys` are `{ username, password }`, of which the
 * first has all permissions. `acceptOf(version, random)` selects the Accept header, null for the client's own; the
 * default is the one of the contract. `openSender` opens another client, which sends one request at a time.
 */
export async function session(given) {
  const { url, metricsUrl, keys, serviceAccount, metrics, fixtures, profile, seed, exchanges, clients = 3 } = given;
  const contract = bindContract(profile);
  const { most, pace, favoured } = { ...mannerOf(seed), ...given.manner };
  const known = new Known(most);
  const tally = new Map();
  const answers = { sent: 0, unknown: 0, accepted: 0, refused: 0 };
  let token;
  const onSent = () => {
    answers.sent += 1;
  };
  const isOver = () => answers.sent >= exchanges;

  const lane = async (number) => {
    const random = randomOf(seed * 1_000 + number);
    // Most clients have all permissions; the last one has a key of one role, if there are any.
    const key = number > 0 && number === clients - 1 && keys.length > 1 ? pick(random, keys.slice(1)) : keys[0];
    const caller = given.openSender?.({ key, onSent }) ?? openCaller({ key, onSent });
    const stranger = openCaller({ key: { username: key.username, password: "wrong" }, onSent });
    const holder = openCaller({ bearer: () => token, onSent });
    const plain = openCaller({ key, onSent });
    const routesOf = (id) => contract.operation(id).routes;
    const paramsOf = (id) => contract.operation(id).query.map(({ name }) => name);

    /** Sends a request for an operation; returns the answer without its envelope. */
    const ask = async (
      id,
      values,
      { body, query = {}, version, as = caller, once = false, isLooking = false } = {},
    ) => {
      if (pace > 0) await pause(random() * 2 * pace);
      const routes = routesOf(id).filter((route) => version === undefined || route.version === version);
      const { method, path, accept, version: chosen } = pick(random, routes);
      const names = paramsOf(id);
      const asked = { ...query };
      if (names.includes("envelope") && random() < 0.08) asked.envelope = "true";
      if (names.includes("pretty") && random() < 0.08) asked.pretty = "true";
      if (names.includes("itemsPerPage") && query.itemsPerPage === undefined && random() < 0.4) {
        asked.itemsPerPage = pick(random, [1, 2, 3, 5, 10, 100, 500]);
        if (random() < 0.5) asked.pageNum = pick(random, [1, 1, 2, 3]);
        if (random() < 0.2) asked.includeCount = pick(random, ["false", "true"]);
      }
      const text = new URLSearchParams(asked).toString();
      const base = id === "discoverMetricsTargets" ? metricsUrl : url;
      const address = base + fillPath(path, { ...fixtures, ...values }) + (text === "" ? "" : `?${text}`);
      const fields = {
        accept: given.acceptOf === undefined ? accept : (given.acceptOf(chosen, random) ?? undefined),
        body,
      };
      const send = async () => {
        const came = await (once ? plain.once(method, address, fields) : as.send(method, address, fields));
        given.onAnswer?.({ method, path: address, body, ...came });
        return came;
      };
      let answer = await send();
      // A client that does not know the outcome reads the record, sometimes until it is sure, or repeats the request.
      if (answer.isUnknown) {
        answers.unknown += 1;
        const looks = isLooking || SHOWN_BY[id] === undefined || random() < 0.3 ? 0 : 1 + Math.floor(random() * 4);
        for (let look = 0; look < looks; look += 1) {
          await ask(SHOWN_BY[id], values, { isLooking: true });
          if (look + 1 < looks) await pause(random() * 800);
        }
        if (random() < 0.35) answer = await send();
      }
      const status = answer.status ?? answer.error;
      const name = `${id} ${status}`;
      tally.set(name, (tally.get(name) ?? 0) + 1);
      if (answer.status < 300) answers.accepted += 1;
      else answers.refused += 1;
      if (given.detail && answer.status >= 400 && !answer.isUnknown)
        console.log(`    ${method} ${address.slice(base.length)} ${status} ${answer.text.slice(0, 160)}`);
      const isEnveloped = asked.envelope === "true" && answer.json?.content !== undefined;
      const json = isEnveloped ? answer.json.content : answer.json;
      const isDone = answer.status < 300 && !(Number(answer.json?.status) >= 300);
      return { ...answer, json, isDone };
    };

    /** A known id; sometimes one of a deleted record, one that never existed, or none. */
    const idOf = (kind) => {
      const drawn = random();
      const gone = known.gone.get(kind) ?? [];
      if (drawn < 0.05 && gone.length > 0) return pick(random, gone);
      if (drawn < 0.07) return hexOf(random);
      if (drawn < 0.08) return "not-an-id";
      return known.of(kind).length === 0 ? hexOf(random) : pick(random, known.of(kind));
    };

    const context = {
      random,
      ask,
      idOf,
      known,
      fixtures,
      profile,
      stranger,
      chance: (share) => random() < share,
      any: (...values) => pick(random, values),
      newName: (prefix) => `${prefix}-${Math.floor(random() * 1e9).toString(36)}`,
      int: (from, to) => from + Math.floor(random() * (to - from + 1)),
      async issueToken() {
        if (serviceAccount === undefined) return;
        const pair = Buffer.from(`${serviceAccount.id}:${serviceAccount.secret}`).toString("base64");
        const answer = await plain.once("POST", `${url}/api/oauth/token`, {
          accept: "application/json",
          authorization: `Basic ${pair}`,
          body: context.chance(0.85) ? "grant_type=client_credentials" : "grant_type=password",
          headers: { "content-type": "application/x-www-form-urlencoded" },
        });
        if (answer.isUnknown) answers.unknown += 1;
        const name = `issueServiceToken ${answer.status ?? answer.error}`;
        tally.set(name, (tally.get(name) ?? 0) + 1);
        if (answer.json?.access_token !== undefined) token = answer.json.access_token;
      },
      holder: () => (token === undefined ? caller : holder),
      async scrape() {
        if (metrics === undefined || metricsUrl === undefined) return;
        const pair = Buffer.from(`${metrics.username}:${metrics.password}`).toString("base64");
        const scheme = context.any("", "?targetScheme=PUBLIC", "?targetScheme=PRIVATE");
        await plain.once("GET", `${metricsUrl}/groups/${fixtures.groupId}/discovery${scheme}`, {
          accept: "application/json",
          authorization: context.chance(0.9) ? `Basic ${pair}` : undefined,
        });
      },
    };
    const drawn = actions.flatMap(({ weight = 1, run }, at) =>
      Array.from({ length: favoured.includes(at) ? weight * 5 + 3 : weight }, () => run),
    );
    // The first client begins with reads.
    for (const { first, run } of actions) if (first && number === 0) await run(context);
    while (!isOver()) {
      if (given.openSender === undefined && random() < 0.25)
        await Promise.all([pick(random, drawn)(context), pick(random, drawn)(context)]);
      else await pick(random, drawn)(context);
    }
    for (const one of [caller, stranger, holder, plain]) one.close();
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => lane(number)));
  if (given.linger > 0) await lookBack(given, contract, known, answers);
  return { ...answers, tally, known };
}

/** Reads all known and all deleted records once more after a while. */
async function lookBack({ url, keys, fixtures, linger }, contract, known, answers) {
  await pause(linger * 1_000);
  const caller = openCaller({
    key: keys[0],
    onSent: () => {
      answers.sent += 1;
    },
  });
  for (const [kind, [operation, parameter]] of Object.entries(READ_BY)) {
    const ids = [...known.of(kind), ...(known.gone.get(kind) ?? [])];
    for (const { path, accept } of contract.operation(operation).routes)
      for (const id of ids.slice(-30))
        await caller.send("GET", url + fillPath(path, { ...fixtures, [parameter]: id }), { accept });
  }
  for (const operation of ["listAlertConfigs", "listExportBuckets", "listSnapshots"])
    for (const { path, accept } of contract.operation(operation).routes)
      await caller.send("GET", `${url}${fillPath(path, fixtures)}?itemsPerPage=500`, { accept });
  caller.close();
}

const READ_BY = {
  alertConfig: ["getAlertConfig", "alertConfigId"],
  alert: ["getAlert", "alertId"],
  bucket: ["getExportBucket", "exportBucketId"],
  snapshot: ["getSnapshot", "snapshotId"],
  index: ["getSearchIndexById", "indexId"],
};
