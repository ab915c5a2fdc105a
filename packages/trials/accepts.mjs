// Sends requests of popular HTTP clients, each with the Accept header that it really sends, through the proxy to a
// correct server and to a wrong one. Tests that clients get the same answers as without the proxy, that the proxy never
// accuses the correct server and always the wrong one, how much is judged, and that judging the recording gives the
// same result as the proxy.
//   node packages/trials/accepts.mjs [--only curl] [--exchanges 250] [--seed 1] [--detail]
// Needs curl, wget and python3. Installs packages from npm and PyPI into temporary folders, and uses a Prometheus
// server if one is installed. A client that is not available is skipped with a line. Prints a line for each client;
// exits with 1 when one is bad.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { atlas } from "@plumbline/schemas";
import { stringify } from "yaml";
import { used } from "./accepts/interface-client.mjs";
import { hasPrometheus, targetsFound } from "./accepts/prometheus.mjs";
import { openSenders } from "./accepts/senders.mjs";
import { wrongly } from "./accepts/wrongly.mjs";
import { openRewriting } from "./outcomes/rewriting.mjs";
import { session } from "./outcomes/session.mjs";
import { inOneLine, judgeAgain, openWatched, otherOutcomes } from "./outcomes/watched.mjs";
import { whoOf } from "./outcomes/who.mjs";
import { pick } from "./safety/random.mjs";
import { startServed } from "./safety/served.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    exchanges: { type: "string", default: "250" },
    seed: { type: "string", default: "1" },
    detail: { type: "boolean", default: false },
  },
});
const WANTED = 250;
const folder = mkdtempSync(join(tmpdir(), "plumbline-accepts-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const dated = (...dates) => dates.map((date) => `application/vnd.atlas.${date}+json`);
const OLD = ["application/json"];
/** The Accept headers of each client, by version; null means the client's own. */
const ACCEPTS = {
  curl: { "1.0": [null, ...OLD], 2: [null, ...dated("2023-01-01", "2023-02-01")] },
  wget: { "1.0": [null], 2: [null, ...dated("2025-02-19")] },
  "python urllib": { "1.0": [null], 2: [null, ...dated("2024-08-05")] },
  "python requests": {
    "1.0": [null, "application/json, */*"],
    2: [null, "application/json, */*", ...dated("2023-11-15")],
  },
  "python httpx": { "1.0": [null], 2: dated("2024-05-30", "2025-01-01") },
  "digest-fetch": { "1.0": [null], 2: [null, ...dated("2023-02-01", "2025-02-19")] },
  "urllib of npm": { "1.0": OLD, 2: [null, ...dated("2023-01-01")] },
  "fetch of node": {
    "1.0": [null, "application/json, text/plain, */*"],
    2: ["application/json, text/plain, */*", "application/vnd.atlas.2024-08-05+json, application/json;q=0.5"],
  },
  "fetch of undici": { "1.0": [null], 2: [null, ...dated("2024-05-30", "2024-08-05")] },
};

/**
 * Version 2 refuses clients whose own Accept is application/json; they never see the wrong answers, and neither do
 * clients without version 2.
 */
const REFUSED = /v2 by itself/;
const UNSHOWN = /v1\.0|v2 by itself|prometheus/;

let folders = 0;

/**
 * Starts a server with its target file, correct or wrong, with or without the proxy, and passes its address to `use`.
 */
async function before({ isWrong = false, isProxied = false }, use) {
  const { server, environment, stated } = await startServed(["--profile", "atlas", "--lenient", "--seed", values.seed]);
  const wrapper = isWrong ? await openRewriting(stated.baseUrl, wrongly) : undefined;
  const at = wrapper?.url ?? stated.baseUrl;
  const moved = (url) => stated.metricsUrl.replace(stated.baseUrl, url);
  folders += 1;
  const out = join(folder, String(folders));
  const target = `${out}.yml`;
  writeFileSync(target, stringify({ ...stated, baseUrl: at, metricsUrl: moved(at) }));
  const given = { target, environment };
  const proxy = isProxied ? await openWatched({ ...given, out }) : undefined;
  const url = proxy?.url ?? at;
  try {
    const answers = await use({
      url,
      metricsUrl: moved(url),
      fixtures: stated.fixtures,
      ...whoOf(stated, environment),
    });
    if (proxy === undefined) return { answers };
    const said = await proxy.end();
    const again = await judgeAgain({ ...given, recording: proxy.recording, out: `${out}-judged` });
    return { answers, said, others: otherOutcomes(said.verdicts, again.verdicts) };
  } finally {
    wrapper?.close();
    server.kill();
    await server.ended;
  }
}

/** Members with the progress of an action, which depends on the speed of a client. */
const PROGRESS =
  /"(updatedUser|acknowledgingUsername|username|status|state|stateName|queryable|exportStatus|storageSizeBytes|finishedAt|deliveryUrl|cancelled|expiresAt|oplogTs|oplogInc|components|exportedCollections|totalCollections|lagTimeSeconds|readyForCutover|snapshotIds|message)":("[^"]*"|[\d.]+|true|false|null|\[[^\]]*\]|\{[^}]*\}),?/g;

/** An answer without the parts that differ between repetitions. */
const comparable = (one) =>
  JSON.stringify(one)
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "<url>")
    .replaceAll(/\b[0-9a-f]{24}\b/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/\b1[67]\d{8,11}\b/g, "<moment>")
    .replaceAll(PROGRESS, "");

/** A session of one client, one request at a time, with its answers. */
function sessionOf(name, openSender, exchanges, seed) {
  return async (place) => {
    const answers = [];
    const { sent } = await session({
      ...place,
      openSender,
      profile: atlas,
      seed,
      exchanges,
      clients: 1,
      manner: { most: 40, pace: 0 },
      serviceAccount: undefined,
      acceptOf: (version, random) => pick(random, ACCEPTS[name][version] ?? OLD),
      onAnswer: ({ method, path, status, json, text, error }) =>
        answers.push({ asked: `${method} ${path}`, answered: status ?? error, json: json ?? text }),
    });
    return answers.map((one) => ({ ...one, sent }));
  };
}

const { senders, skipped, openInterface, remove } = await openSenders();
const seeing = Object.fromEntries(
  Object.entries(senders).map(([name, open], at) => [
    name,
    // A different seed for each client.
    sessionOf(name, open, Number(values.exchanges), Number(values.seed) + at),
  ]),
);
for (const [version, accept] of [
  ["v1.0", undefined],
  ["v2", undefined],
  ["v2", dated("2023-01-01")[0]],
  ["v2", dated("2024-05-30")[0]],
])
  seeing[`mongodb-atlas-api-client ${version} ${accept ?? "by itself"}`] = ({ url, keys, fixtures }) =>
    used(openInterface, { url, key: keys[0], fixtures, version, accept });
if (hasPrometheus())
  seeing.prometheus = ({ metricsUrl, metrics, fixtures }) =>
    targetsFound({ metricsUrl, metrics, groupId: fixtures.groupId });
else skipped.push("prometheus: not installed (apt-get install prometheus)");
for (const line of skipped) console.log(`SKIPPED ${line}`);

let [tried, bad] = [0, 0];
const judged = new Set();
const checks = { 1: new Set(), 2: new Set() };
for (const [name, use] of Object.entries(seeing)) {
  if (!name.includes(values.only)) continue;
  tried += 1;
  const direct = await before({}, use);
  const passed = await before({ isProxied: true }, use);
  const wrong = UNSHOWN.test(name) ? undefined : await before({ isProxied: true, isWrong: true }, use);
  for (const id of passed.said.musts) judged.add(id);
  for (const id of passed.said.mustChecks) checks[id.endsWith("/v2") ? 2 : 1].add(id);
  const pairs = direct.answers.map((one, at) => [comparable(one), comparable(passed.answers[at] ?? "none")]);
  const differing = pairs.filter(([one, other]) => one !== other);
  const isLetIn =
    direct.answers.length > 0 && (name === "prometheus" || isServed(direct.answers) !== REFUSED.test(name));
  const { fails, warns, code } = passed.said;
  const isFine =
    isLetIn &&
    differing.length === 0 &&
    fails.length + warns.length === 0 &&
    [0, 3].includes(code) &&
    passed.others.length === 0 &&
    (wrong === undefined || (wrong.said.code === 1 && wrong.others.length === 0));
  if (!isFine) bad += 1;
  console.log(
    `${isFine ? "ok  " : "BAD "} ${name}: ${direct.answers.length} answers, ${differing.length} other through the proxy` +
      `${isLetIn ? "" : ", NOT LET IN"}; honest: exit ${code}, MUST judged ${passed.said.musts.length}, ` +
      `${fails.length} fails, ${warns.length} warns, ${passed.others.length} judged otherwise; ` +
      (wrong === undefined
        ? "no wrong server"
        : `wrong: exit ${wrong.said.code}, ${wrong.said.fails.length} fails, ${wrong.others.length} judged otherwise`),
  );
  for (const one of [...fails, ...warns]) console.log(`  ${inOneLine(one)}`);
  for (const one of [...passed.others, ...(wrong?.others ?? [])].slice(0, 10))
    console.log(`  judged otherwise: ${one}`);
  const most = values.detail ? differing.length : 3;
  for (const [one, other] of differing.slice(0, most)) console.log(`  ${one.slice(0, 600)}\n  ${other.slice(0, 600)}`);
  if (values.detail) for (const one of direct.answers) console.log(`    ${JSON.stringify(one).slice(0, 300)}`);
}
remove();
const isEnough = values.only !== "" || checks[2].size >= WANTED;
console.log(
  `accepts: ${tried} clients, ${bad} bad, ${skipped.length} skipped, ` +
    `${judged.size} MUST judged over all, in ${checks[1].size} checks of version 1.0 and others, and ${checks[2].size} of version 2 ` +
    `(wanted ${WANTED} of these)${isEnough ? "" : " TOO FEW"}`,
);
process.exitCode = bad === 0 && tried > 0 && isEnough ? 0 : 1;

/** Without this check, a client whose requests are all refused would pass too. */
function isServed(answers) {
  const served = answers.filter(
    ({ answered, json, error }) => error === undefined && (answered ?? json?.error ?? 200) < 300,
  );
  return served.length * 2 > answers.length;
}
