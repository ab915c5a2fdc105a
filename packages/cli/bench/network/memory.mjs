import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { runProgram } from "../safety/program.mjs";
import { openServed } from "../safety/served.mjs";

const MEBIBYTE = 1024 * 1024;
const MANY = 100_000;
/** Different answers of a kind that is never the same twice in a row. */
const VARIANTS = 7;
const LONGEST_SECONDS = 280;
/** What a run of honest answers takes is Node's own; V8 lets 64 MiB of received buffers gather, and garbage beside them. */
const MOST_GROWTH = 100;
/** A run of everything that these operations show, reading only; half of their answers are replaced. */
const LIED_ABOUT = ["listAlerts", "getAlert", "listAlertConfigs", "listClusters", "listSnapshots"];
const MORE = {
  run: ["--operation", LIED_ABOUT.join(",")],
  fuzz: ["--operation", LIED_ABOUT.join(","), "--requests", "400", "--seed", "1"],
};

const many = (make, count = MANY) => Array.from({ length: count }, (_, index) => make(index));
const json = (value) => Buffer.from(JSON.stringify(value));
const fields = (made) => Object.fromEntries(made);
const ID = "32b6e34b3d91647abb20e7b8";
const JSON_TYPE = ["Content-Type", "application/json"];
/** Answers by name: what a body is made of, with the head where that is not all, or a function that writes the answer. */
const HEAVY = {
  "unknown-members": () => json({ results: [], totalCount: 0, ...fields(many((at) => [`member${at}`, at])) }),
  "wrong-items": () => json({ results: many(() => ({ id: 1 })), totalCount: MANY }),
  // As many as are still judged one by one.
  "wrong-records": () => json({ results: many(() => ({ id: 1, created: "x", status: [] }), 5_000), totalCount: 5_000 }),
  "empty-items": () => json({ results: many(() => ({})), totalCount: MANY }),
  "null-items": () => json({ results: many(() => null), totalCount: MANY }),
  "items-with-unknown-members": () =>
    json({ results: many((at) => ({ id: ID, [`m${at}`]: { x: 1 } })), totalCount: MANY }),
  "records-with-unknown-members": () =>
    json({
      results: many((at) => ({ id: ID, ...fields(many((n) => [`m${at}x${n}`, n], 280)) }), 500),
      totalCount: 500,
    }),
  "other-members-each-time": (turn) => json({ results: [], ...fields(many((at) => [`member${turn}x${at}`, at])) }),
  "bare-list": () => json(many((at) => at)),
  "lists-in-lists": () => json(many(() => many(() => 0, 1_000), 4_000)),
  "megabyte-id": () => json({ results: [{ id: "a".repeat(MEBIBYTE) }], id: "a".repeat(MEBIBYTE), totalCount: 1 }),
  "megabyte-name": () => json({ ["n".repeat(MEBIBYTE)]: 1, results: [], totalCount: 0 }),
  "large-names": () => json({ ...fields(many((at) => [`${"n".repeat(1_000)}${at}`, at], 8_000)), results: [] }),
  "megabyte-code": () => ({
    status: 400,
    body: json({ errorCode: "E".repeat(MEBIBYTE), error: 400, reason: "r", detail: "d".repeat(MEBIBYTE) }),
  }),
  escapes: () => Buffer.from(`{"id":"${"\\u0061".repeat(MEBIBYTE)}","results":[]}`),
  nesting: () => Buffer.from("[".repeat(8 * MEBIBYTE - 1)),
  "closed-nesting": () => Buffer.from("[".repeat(4 * MEBIBYTE - 1) + "]".repeat(4 * MEBIBYTE - 1)),
  "nested-objects": () => Buffer.from(`${'{"a":'.repeat(MEBIBYTE)}1${"}".repeat(MEBIBYTE)}`),
  "white-space": () => Buffer.alloc(8 * MEBIBYTE - 1, 0x20),
  "too-large": () => Buffer.alloc(9 * MEBIBYTE, 0x20),
  endless: () => (outgoing) => endless(outgoing, Buffer.alloc(65_536, 0x20)),
  "endless-small-chunks": () => (outgoing) => endless(outgoing, Buffer.alloc(100, 0x20)),
  "gzip-bomb": () => coded("gzip", gzipSync(Buffer.alloc(512 * MEBIBYTE, 0x20))),
  "brotli-bomb": () => coded("br", brotliCompressSync(Buffer.alloc(256 * MEBIBYTE, 0x20))),
  "gzip-of-8-MiB": () => coded("gzip", gzipSync(Buffer.from("[".repeat(8 * MEBIBYTE - 1)))),
  "large-heads": () => headed(many((at) => [`X-Large-${at}`, "h".repeat(900)], 60)),
  "many-heads": () => headed(many((at) => [`X-${at}`, "h"], 1_900)),
  "heads-over-the-limit": () => headed(many((at) => [`X-Large-${at}`, "h".repeat(60_000)], 20)),
};
const coded = (coding, body) => ({ rawHeaders: [JSON_TYPE, ["Content-Encoding", coding]], body });
const headed = (more) => ({ rawHeaders: [JSON_TYPE, ...more], body: json({ results: [], totalCount: 0 }) });

/** Chunks for as long as anybody listens. */
async function endless(outgoing, chunk) {
  outgoing.writeHead(200, Object.fromEntries([JSON_TYPE]));
  const chunks = function* () {
    for (;;) yield chunk;
  };
  await pipeline(Readable.from(chunks()), outgoing).catch(() => undefined);
}

export const memoryTrials = ({ command, only }) =>
  ["honest", ...Object.keys(HEAVY)]
    .filter((heavy) => heavy === "honest" || `${heavy}.${command}`.includes(only))
    .map((heavy) => ({ command, heavy }));

let honest = 0;

/** Memory and time of a run that meets such answers, beside those of one that meets none. */
export async function weigh({ command, heavy }) {
  const make = HEAVY[heavy];
  // Made beforehand: what it takes to make them is not the program's.
  const made = make === undefined ? [] : many(make, make.length === 0 ? 1 : VARIANTS);
  let lies = 0;
  const served = await openServed({
    allow: [],
    lie: () => async (request, pass) => {
      const answer = await pass(request);
      if (make === undefined || !LIED_ABOUT.includes(request.operation) || answer.status >= 300) return answer;
      lies += 1;
      const lie = made[lies % made.length];
      if (typeof lie === "function") return lie;
      return { status: 200, reason: "", rawHeaders: [JSON_TYPE], ...(Buffer.isBuffer(lie) ? { body: lie } : lie) };
    },
  });
  try {
    const out = join(served.folder, "out");
    let peak = 0;
    const ran = await runProgram([command, "--target", served.target, "--out", out, ...MORE[command]], {
      environment: served.environment,
      cwd: served.folder,
      seconds: LONGEST_SECONDS,
      onStart: async (pid) => {
        for (let now = residentOf(pid); now !== undefined; now = residentOf(pid)) {
          peak = Math.max(peak, now);
          await pause(20);
        }
      },
    });
    if (heavy === "honest") honest = peak;
    const growth = peak - honest;
    const file = join(out, "report.json");
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    const size = report === undefined ? 0 : statSync(file).size / MEBIBYTE;
    const outcome = report?.outcome;
    const bad = [
      ran.late && "it did not end",
      growth > MOST_GROWTH && "too much memory",
      ![0, 1, 3].includes(ran.code) && `exit ${ran.code}: ${ran.said.slice(-300)}`,
      report === undefined && "no report",
      // The fuzzer asks what becomes of requests, so an answer may be as wrong as it likes.
      make !== undefined && command === "run" && outcome === "passed" && "what is wrong has passed",
    ].filter(Boolean);
    const found = report === undefined ? "" : `; ${foundIn(report)}`;
    return {
      name: `${heavy}.${command}`,
      verdict: bad.length > 0 ? "BAD" : "ok",
      bad: bad.length > 0,
      facts: `${peak.toFixed(0)} MiB, ${growth.toFixed(0)} more than honest answers; ${lies} such answers, exit ${ran.code} in ${ran.seconds.toFixed(0)} s, report.json ${size.toFixed(1)} MiB${found}`,
      details: bad,
    };
  } finally {
    await served.close();
  }
}

/** What was found and is kept: verdicts against the target, failures of the fuzzer, and violations that were only counted. */
function foundIn({ verdicts, fuzz }) {
  const failed = verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
  const more = failed.map(({ received = "" }) => Number(/; (\d+) more violations/.exec(received)?.[1] ?? 0));
  const crashes = fuzz === undefined ? "" : `, ${fuzz.failures?.length ?? 0} failures of the fuzzer`;
  return `${failed.length} findings${crashes}, up to ${Math.max(0, ...more)} more violations beside one`;
}

/** Mebibytes that a process has had in memory at most; undefined when it is gone, or where that is not told. */
function residentOf(pid) {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}
