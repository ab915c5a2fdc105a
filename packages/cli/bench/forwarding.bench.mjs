// Compares the proxy with a bare forwarder of node:http: requests per second and latency with 16 connections, where each
// server and the client have a process of their own; the memory of the proxy over a long time; and the share of the
// exchanges that it judged.
//   node packages/cli/bench/forwarding.bench.mjs [--seconds 5] [--rounds 3] [--exchanges 0] [--pace N] [--record]
// With --exchanges, this many requests pass through the proxy alone, and the bench prints its memory ten times. --pace
// limits the requests per second, because at full load the proxy does not judge reads for which it has no time. --record
// makes the proxy record, and counts the recorded entries.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { neutral } from "@plumbline/schemas";
import { Pool } from "undici";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    exchanges: { type: "string", default: "0" },
    pace: { type: "string" },
    record: { type: "boolean", default: false },
  },
});
const CONNECTIONS = 16;
/** Requests per second for the latency: at the highest rate of a server, the latency is only the inverse of that rate. */
const PACE = 1_000;
const GROUP = "a".repeat(24);
const PATH = `/api/${neutral.product}/v1.0/groups/${GROUP}/alertConfigs`;
const RECORD = {
  id: "b".repeat(24),
  groupId: GROUP,
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  enabled: true,
  created: "2026-01-01T00:00:00Z",
  updated: "2026-01-01T00:00:00Z",
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", delayMin: 0, intervalMin: 60 }],
  matchers: [],
};

const [role, upstream] = [process.env.BENCH_ROLE, process.env.BENCH_UPSTREAM];
if (role === "target") {
  const body = JSON.stringify({ links: [], results: Array.from({ length: 10 }, () => RECORD), totalCount: 10 });
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    answer.end(body);
  }).listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
} else if (role === "bare") {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(upstream);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const onward = request({ agent, hostname, port, method, path, headers }, (said) => {
      answer.writeHead(said.statusCode, said.headers);
      said.pipe(answer);
    });
    asked.pipe(onward);
  }).listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
} else await measure();

function percent(one, of) {
  return `${((100 * one) / of).toFixed(0)} %`;
}

async function child(env) {
  const forked = fork(fileURLToPath(import.meta.url), { env: { ...process.env, ...env } });
  const [url] = await once(forked, "message");
  return { url, pid: forked.pid, close: () => forked.kill() };
}

async function proxied(target) {
  const out = mkdtempSync(join(tmpdir(), "plumbline-forwarding-"));
  process.on("exit", () => rmSync(out, { recursive: true, force: true }));
  const program = fileURLToPath(new URL("../bin/plumbline.mjs", import.meta.url));
  const args = ["proxy", "--target", target, "--out", out, "--format", "json"];
  if (values.record) args.push("--record", out);
  const spawned = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = await once(spawned.stdout, "data");
  const [url] = /http:\/\/\S+/.exec(String(text));
  const ended = once(spawned, "exit").then(() => {
    const { doctor } = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
    for (const { subject, text } of doctor) if (subject === "traffic") console.log(text);
    if (values.record) console.log(`${recordedIn(join(out, "traffic.har"))} recorded`);
  });
  return { url, pid: spawned.pid, close: () => spawned.kill("SIGINT"), ended };
}

/** The number of entries in a recording, which has one per line. */
function recordedIn(path) {
  const lines = readFileSync(path, "latin1").split("\n");
  return lines.filter((line) => line.includes('"startedDateTime"')).length;
}

/** `pace` is the number of requests per second of all connections; without it there is no limit. */
async function load(url, goesOn, pace) {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const latencies = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const gap = pace === undefined ? 0 : (1_000 * CONNECTIONS) / pace;
      let due = began + (gap * index) / CONNECTIONS;
      while (goesOn(latencies.length)) {
        if (gap > 0) {
          due += gap;
          const rest = due - performance.now();
          if (rest > 0) await sleep(rest);
        }
        const at = performance.now();
        const { body } = await pool.request({
          path: PATH,
          method: "GET",
          headers: { accept: "application/json", authorization: 'Digest username="a", realm="r", response="x"' },
        });
        await body.text();
        latencies.push(performance.now() - at);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  latencies.sort((one, other) => one - other);
  return { rate: latencies.length / seconds, median: latencies[Math.floor(latencies.length / 2)] };
}

async function measure() {
  const target = await child({ BENCH_ROLE: "target" });
  const proxy = await proxied(target.url);
  if (Number(values.exchanges) > 0) {
    const all = Number(values.exchanges);
    for (let part = 1; part <= 10; part += 1) {
      await load(proxy.url, (count) => count < all / 10, values.pace && Number(values.pace));
      const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${proxy.pid}/status`, "utf8"))[1]);
      console.log(`${(part * all) / 10} exchanges: ${Math.round(resident / 1_024)} MB`);
    }
  } else {
    const bare = await child({ BENCH_ROLE: "bare", BENCH_UPSTREAM: target.url });
    const milliseconds = Number(values.seconds) * 1_000;
    const during = async (url, pace) => {
      const until = Date.now() + milliseconds;
      return load(url, () => Date.now() < until, pace);
    };
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const most = [];
      for (const { url } of [target, bare, proxy]) most.push(await during(url));
      const calm = [];
      for (const { url } of [bare, proxy]) calm.push(await during(url, PACE));
      if (round === 0) continue;
      const [direct, plain, own] = most;
      const [before, after] = calm;
      console.log(
        `direct ${Math.round(direct.rate)}/s, bare ${Math.round(plain.rate)}/s, proxy ${Math.round(own.rate)}/s: ${percent(own.rate, plain.rate)} of the rate; at ${Math.round(after.rate)}/s bare ${before.median.toFixed(2)} ms, proxy ${after.median.toFixed(2)} ms: ${percent(after.median, before.median)} of the latency`,
      );
    }
    bare.close();
  }
  proxy.close();
  await proxy.ended;
  target.close();
}
