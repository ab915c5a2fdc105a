// Tests that the proxy never calls a correct server wrong when a gateway before it lies about outcomes. The gateway
// carries a write out and answers 502 to 504, resets the connection, carries it out later, never or twice, or lets
// others overtake it. Several clients draw their requests by a seed, and all of them pass through the proxy before the
// gateway.
//   node packages/trials/outcomes.mjs [--seed 7] [--seeds 20] [--exchanges 1000] [--clients 4] [--trouble reset,late]
//     [--linger 62] [--honest] [--url-only] [--judge] [--detail] [--keep FOLDER]
// With --honest the gateway only forwards. With --url-only the proxy gets no target file. With --judge the recording is
// judged too, and each check must have the same outcome. Prints a line for each seed; exits with 1 when the server is
// called wrong.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { neutral } from "@plumbline/schemas";
import { stringify } from "yaml";
import { openGateway, TROUBLE_NAMES } from "./outcomes/gateway.mjs";
import { session } from "./outcomes/session.mjs";
import { inOneLine, judgeAgain, openWatched, otherOutcomes } from "./outcomes/watched.mjs";
import { whoOf } from "./outcomes/who.mjs";
import { randomOf } from "./safety/random.mjs";
import { startServed } from "./safety/served.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "20" },
    exchanges: { type: "string", default: "1000" },
    clients: { type: "string", default: "4" },
    trouble: { type: "string", default: TROUBLE_NAMES.join(",") },
    honest: { type: "boolean", default: false },
    /** Seconds after which all known records are read once more. */
    linger: { type: "string", default: "0" },
    "url-only": { type: "boolean", default: false },
    judge: { type: "boolean", default: false },
    /** Prints the refused requests, and the number of each status by operation. */
    detail: { type: "boolean", default: false },
    /** Keeps the reports and recordings in this folder. */
    keep: { type: "string" },
  },
});
const seeds =
  values.seed === undefined ? Array.from({ length: Number(values.seeds) }, (_, at) => at + 1) : [Number(values.seed)];
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "plumbline-outcomes-"));
if (values.keep === undefined) process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

async function trial(seed) {
  // Every second server runs at high speed.
  const more = ["--seed", String(seed), ...(seed % 2 === 0 ? ["--speed", "60"] : [])];
  const { server, environment, stated } = await startServed(more);
  const rates = values.honest ? { writes: 0, reads: 0 } : {};
  const only = values.trouble.split(",");
  const gateway = await openGateway(stated.baseUrl, { random: randomOf(seed), only, ...rates });
  const out = join(folder, String(seed));
  const target = join(folder, `${seed}.yml`);
  const metricsUrl = stated.metricsUrl.replace(stated.baseUrl, gateway.url);
  writeFileSync(target, stringify({ ...stated, baseUrl: gateway.url, metricsUrl }));
  const given = { target: values["url-only"] ? gateway.url : target, environment };
  const proxy = await openWatched({ ...given, out });
  const asked = {
    url: proxy.url,
    metricsUrl: stated.metricsUrl.replace(stated.baseUrl, proxy.url),
    fixtures: stated.fixtures,
    profile: neutral,
    seed,
    exchanges: Number(values.exchanges),
    clients: Number(values.clients),
    detail: values.detail,
    linger: Number(values.linger),
    ...whoOf(stated, environment),
    // On a fast server, the minute of the token endpoint is shorter too.
    ...(seed % 2 === 0 && { serviceAccount: undefined }),
  };
  const began = performance.now();
  const met = await session(asked);
  await gateway.settled();
  const seconds = (performance.now() - began) / 1_000;
  const said = await proxy.end();
  const again = values.judge
    ? await judgeAgain({ ...given, recording: proxy.recording, out: join(folder, `${seed}-judged`) })
    : undefined;
  await gateway.close();
  server.kill();
  await server.ended;
  return { met, said, again, seconds, troubled: gateway.troubled };
}

const sums = { bad: 0, fails: 0, warns: 0, exchanges: 0, unknown: 0 };
const reds = new Map();
for (const seed of seeds) {
  const { met, said, again, seconds, troubled } = await trial(seed);
  const others = again === undefined ? [] : otherOutcomes(said.verdicts, again.verdicts);
  const isBad = said.fails.length + said.warns.length + others.length > 0 || ![0, 3].includes(said.code);
  sums.bad += isBad ? 1 : 0;
  sums.fails += said.fails.length;
  sums.warns += said.warns.length;
  sums.exchanges += met.sent;
  sums.unknown += met.unknown;
  const troubles = [...troubled].map(([name, times]) => `${name} ${times}`).join(", ") || "none";
  console.log(
    `${isBad ? "BAD " : "ok  "} seed ${seed}: ${met.sent} exchanges, ${met.unknown} unknown outcomes, ` +
      `${met.accepted} accepted and ${met.refused} not, MUST judged ${said.musts.length}, ` +
      `${said.fails.length} fails, ${said.warns.length} warns, exit ${said.code}, ${seconds.toFixed(0)} s ` +
      `(gateway: ${troubles})`,
  );
  for (const one of [...said.fails, ...said.warns]) {
    console.log(`  ${inOneLine(one, values.detail ? 4_000 : 300)}`);
    reds.set(one.check, [...(reds.get(one.check) ?? []), seed]);
  }
  for (const one of others) console.log(`  judged otherwise: ${one}`);
  if (![0, 1, 3].includes(said.code)) console.log(`  ${said.said.slice(-400)}`);
  if (values.detail)
    for (const [name, times] of [...met.tally].sort()) console.log(`    ${String(times).padStart(4)} ${name}`);
}
for (const [check, where] of [...reds].sort()) console.log(`${check}: seeds ${where.join(" ")}`);
console.log(
  `outcomes: ${seeds.length} seeds, ${sums.exchanges} exchanges, ${sums.unknown} unknown outcomes, ` +
    `${sums.fails} fails, ${sums.warns} warns, ${sums.bad} bad`,
);
process.exitCode = sums.bad === 0 ? 0 : 1;
