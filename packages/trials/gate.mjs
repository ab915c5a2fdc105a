// Sends hostile bytes on raw sockets to every listening part of the program: real processes, and a reader that shares
// no code with them.
//   node packages/trials/gate.mjs attacks [--only proxy,ui,serve,control] [--detail]
//   node packages/trials/gate.mjs raw [--exchanges 100000] [--seed 1] [--from 0]
// With --tls the proxy speaks https with its clients. `attacks` sends named attacks, each followed by a valid request,
// and prints a table of their numbers and results. `raw` draws conversations by a seed and sends them through the
// proxy: hostile clients, hostile servers, and well-formed ones, of which the server must see each request exactly
// once. A bad one is named with its number, at which --from continues. Exits with 1 when anything is bad.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startFront } from "./gate/front.mjs";
import { drawnConversation } from "./gate/fuzz.mjs";
import { openProxied, tryHostile } from "./gate/proxied.mjs";
import { callHostile } from "./gate/served.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "proxy,ui,serve,control" },
    detail: { type: "boolean", default: false },
    tls: { type: "boolean", default: false },
    exchanges: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
  },
});
const PARTS = { attacks, raw };
const [part] = positionals;
if (positionals.length !== 1 || !Object.hasOwn(PARTS, part)) {
  console.error(`usage: node gate.mjs ${Object.keys(PARTS).join(" | ")} [--seed N] [--exchanges N] [--only NAMES]`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "plumbline-gate-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** The number of each result, by side. */
const table = new Map();
let bad = 0;
await PARTS[part]();
for (const [side, outcomes] of table) {
  const all = [...outcomes].toSorted(([one], [other]) => one.localeCompare(other));
  const count = all.reduce((sum, [, times]) => sum + times, 0);
  console.log(`${side}: ${count} tried; ${all.map(([outcome, times]) => `${outcome} ${times}`).join(", ")}`);
}
console.log(`${part}: ${bad} bad`);
process.exit(bad > 0 || table.size === 0 ? 1 : 0);

function hear({ side, name, outcome, problems }) {
  const outcomes = table.get(side) ?? new Map();
  table.set(side, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  if (problems.length > 0) bad += 1;
  if (problems.length > 0) console.log(`BAD  ${side}: ${name}: ${outcome}; ${problems.join("; ").slice(0, 1_000)}`);
  else if (values.detail) console.log(`ok   ${side}: ${name}: ${outcome}`);
}

/** Starts the program as a proxy before a server of raw bytes. */
async function startProxied() {
  let front;
  const out = join(folder, "proxy");
  const proxied = await openProxied(async (url) => {
    front = await startFront([
      "proxy",
      "--target",
      url,
      "--out",
      out,
      "--record",
      out,
      "--format",
      "json",
      "--quiet",
      ...(values.tls ? ["--tls"] : []),
    ]);
    return front.urls[0];
  });
  return { proxied, front };
}

async function attacks() {
  const wanted = values.only.split(",");
  if (wanted.includes("proxy")) {
    const { proxied, front } = await startProxied();
    await tryHostile(proxied, hear);
    await endProxied(proxied, front);
  }
  if (wanted.includes("ui")) {
    const front = await startFront(["ui", "--out", join(folder, "runs")]);
    const [url] = front.urls;
    const token = new URL(url).pathname.replaceAll("/", "");
    await callHostile("ui", { url, token, good: `/${token}/`, stands: front.stands }, hear);
    await endFront("ui", front);
  }
  if (wanted.includes("serve") || wanted.includes("control")) {
    const token = "a-token-of-trials";
    const front = await startFront(["serve", "--control", "0", "--json"], {
      environment: { PLUMBLINE_CONTROL_TOKEN: token },
    });
    const { url, controlUrl } = JSON.parse(front.said().split("\n")[0]);
    const headers = { authorization: `Bearer ${token}` };
    const { stands } = front;
    // The control server reports the health of the reference, which needs no credentials, unlike the reference itself.
    if (wanted.includes("serve"))
      await callHostile("serve", { url, token, good: `${controlUrl}/health`, stands }, hear);
    if (wanted.includes("control"))
      await callHostile("control", { url: controlUrl, token, good: "/world", headers, stands }, hear);
    await endFront("serve", front);
  }
}

async function raw() {
  const { proxied, front } = await startProxied();
  const seed = Number(values.seed);
  const began = performance.now();
  let exchanges = 0;
  let told = 0;
  for (let number = Number(values.from); exchanges < Number(values.exchanges) && front.stands(); number += 1) {
    const { side, isChanged, ...how } = await drawnConversation(proxied, seed, number);
    exchanges += how.exchanges;
    hear({ side: `${isChanged ? "hostile" : "well-formed"} ${side}`, name: `seed ${seed}, number ${number}`, ...how });
    if (exchanges - told < 10_000) continue;
    told = exchanges;
    console.log(`${exchanges} exchanges, ${bad} bad, ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  console.log(`${exchanges} exchanges in ${Math.round((performance.now() - began) / 1_000)} s`);
  await endProxied(proxied, front);
}

async function endProxied(proxied, front) {
  await endFront("proxy", front);
  if (/defect of Plumbline/.test(front.said())) {
    bad += 1;
    console.log(`BAD  the proxy failed: ${front.said()}`);
  }
  proxied.close();
}

/** An attacked server must still end properly. */
async function endFront(name, front) {
  const code = await front.end();
  if (code === 0 || (name === "proxy" && (code === 1 || code === 3))) return;
  bad += 1;
  console.log(`BAD  ${name} ended with ${code}: ${front.said().slice(-2_000)}`);
}
