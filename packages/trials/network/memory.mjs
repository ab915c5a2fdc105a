import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { runProgram } from "../safety/program.mjs";
import { openServed } from "../safety/served.mjs";

const MEBIBYTE = 1024 * 1024;
const MANY = 100_000;
/** Different answers for a kind that never repeats itself immediately. */
const VARIANTS = 7;
const LONGEST_SECONDS = 280;
/**
 * Limit in MiB for the memory beyond that of a run with correct answers, which Node itself needs. V8 lets 64 MiB of
 * received buffers accumulate, and other garbage.
 */
const MOST_GROWTH = 100;
/**
 * The patience that the user allows for a target, and the additional time of a run beyond that and beyond the baseline.
 */
const PATIENCE_SECONDS = 10;
const END_SECONDS = 10;
/** A read-only run of all checks of these operations; half of their answers are replaced. */
const LIED_ABOUT = ["listAlerts", "getAlert", "listAlertConfigs", "listClusters", "listSnapshots"];
const MORE = {
  run: ["--operation", LIED_ABOUT.join(",")],
  fuzz: ["--operation", LIED_ABOUT.join(","), "--requests", "400", "--seed", "1"],
};

const PATIENCE = ["--patience", String(PATIENCE_SECONDS)];

const many = (make, count = MANY) => Array.from({ length: count }, (_, index) => make(index));
const json = (value) => Buffer.from(JSON.stringify(value));
const fields = (made) => Object.fromEntries(made);
const ID = "32b6e34b3d91647abb20e7b8";
const JSON_TYPE = ["Content-Type", "application/json"];
/** Answers by name: the parts of a body, with the head if that is unusual, or a function that writes the answer. */
const HEAVY = {
  "unknown-members": () => json({ results: [], totalCount: 0, ...fields(many((at) => [`member${at}`, at])) }),
  "wrong-items": () => json({ results: many(() => ({ id: 1 })), totalCount: MANY }),
  // The largest number that is still validated one by one.
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
  "too-large-without-end": () => (outgoing) => announced(outgoing, 9 * MEBIBYTE, Buffer.alloc(MEBIBYTE, 0x20)),
  "value-of-50-MB": () => json({ results: [], totalCount: 0, value: "v".repeat(50_000_000) }),
  "value-of-50-MB-in-gzip": () => coded("gzip", gzipSync(json({ results: [], value: "v".repeat(50_000_000) }))),
  endless: () => (outgoing) => endless(outgoing, Buffer.alloc(65_536, 0x20)),
  "endless-large-chunks": () => (outgoing) => endless(outgoing, Buffer.alloc(4 * MEBIBYTE, 0x20)),
  "endless-items": () => (outgoing) => endless(outgoing, Buffer.from('{"id":1},'.repeat(1_000)), '{"results":['),
  "endless-small-chunks": () => (outgoing) => endless(outgoing, Buffer.alloc(100, 0x20)),
  "gzip-bomb": () => coded("gzip", gzipSync(Buffer.alloc(512 * MEBIBYTE, 0x20))),
  "brotli-bomb": () => coded("br", brotliCompressSync(Buffer.alloc(256 * MEBIBYTE, 0x20))),
  "deflate-bomb": () => coded("deflate", deflateSync(Buffer.alloc(512 * MEBIBYTE, 0x20))),
  "bomb-in-a-bomb": () => coded("gzip, gzip", gzipSync(gzipSync(Buffer.alloc(512 * MEBIBYTE, 0x20)))),
  "gzip-of-8-MiB": () => coded("gzip", gzipSync(Buffer.from("[".repeat(8 * MEBIBYTE - 1)))),
  "large-heads": () => headed(many((at) => [`X-Large-${at}`, "h".repeat(900)], 60)),
  "many-heads": () => headed(many((at) => [`X-${at}`, "h"], 1_900)),
  "heads-over-the-limit": () => headed(many((at) => [`X-Large-${at}`, "h".repeat(60_000)], 20)),
  "head-without-end": () => (outgoing) => pour(outgoing, "HTTP/1.1 200 OK\r\n", "X-More: h\r\n".repeat(100)),
  "head-that-drips": () => (outgoing) => drip(outgoing, "HTTP/1.1 200 OK\r\n", "X-More: h\r\n"),
  "body-that-drips": () => (outgoing) => drip(outgoing, headOf(2_000), " "),
  "body-without-its-end": () => (outgoing) => drip(outgoing, `${headOf(100)}{"results":[]`, ""),
  silence: () => (outgoing) => drip(outgoing, "", ""),
  "doubled-latency": () => slower(),
};
/** Kinds of answers that every request gets, not only those to `LIED_ABOUT`. */
const EVERYWHERE = ["endless", "value-of-50-MB", "gzip-bomb", "body-that-drips", "silence", "doubled-latency"];
for (const heavy of EVERYWHERE) HEAVY[`${heavy}-everywhere`] = HEAVY[heavy];
const headOf = (length) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const coded = (coding, body) => ({ rawHeaders: [JSON_TYPE, ["Content-Encoding", coding]], body });
const headed = (more) => ({ rawHeaders: [JSON_TYPE, ...more], body: json({ results: [], totalCount: 0 }) });

/** Sends chunks as long as the client reads. */
async function endless(outgoing, chunk, beginning = "") {
  outgoing.writeHead(200, Object.fromEntries([JSON_TYPE]));
  const chunks = function* () {
    yield Buffer.from(beginning);
    for (;;) yield chunk;
  };
  await pipeline(Readable.from(chunks()), outgoing).catch(() => undefined);
}

/** Sends a length, one chunk of that body, and nothing more. */
async function announced(outgoing, length, chunk) {
  outgoing.writeHead(200, { "Content-Type": "application/json", "Content-Length": length });
  outgoing.write(chunk);
  await once(outgoing, "close");
}

/** Sends pieces as fast as the client reads, on the raw connection. */
async function pour({ socket }, beginning, piece) {
  const pieces = function* () {
    yield beginning;
    for (;;) yield piece;
  };
  await pipeline(Readable.from(pieces()), socket).catch(() => undefined);
}

/** Sends one byte of the pieces every 50 ms, on the raw connection. */
async function drip({ socket }, beginning, pieces) {
  socket.write(beginning);
  let at = 0;
  const timer = setInterval(() => {
    if (pieces !== "") socket.write(pieces[at++ % pieces.length]);
  }, 50);
  await once(socket, "close").finally(() => clearInterval(timer));
}

/** Answers of the server, each with twice the delay of the previous one. */
function slower() {
  let latency = 10;
  return {
    late: async (answer) => {
      latency = Math.min(10 * 60_000, 2 * latency);
      await pause(latency);
      return answer;
    },
  };
}

export const memoryTrials = ({ command, only }) =>
  ["honest", ...Object.keys(HEAVY)]
    .filter((heavy) => heavy === "honest" || `${heavy}.${command}`.includes(only))
    .map((heavy) => ({ command, heavy }));

/** With these answers, the program may consider the target stopped. */
const MAY_STOP = /-everywhere$/;
let honest = { peak: 0, seconds: 0 };

/** Memory and time of a run with such answers, compared with those of a run without. */
export async function weigh({ command, heavy }) {
  const make = HEAVY[heavy];
  // Created in advance, so that creating them does not count.
  const made = make === undefined ? [] : many(make, make.length === 0 ? 1 : VARIANTS);
  const isLiedAbout = ({ operation }) => heavy.endsWith("-everywhere") || LIED_ABOUT.includes(operation);
  let lies = 0;
  const served = await openServed({
    allow: [],
    lie: () => async (request, pass) => {
      const answer = await pass(request);
      if (make === undefined || !isLiedAbout(request) || answer.status >= 300) return answer;
      lies += 1;
      const lie = made[lies % made.length];
      if (lie.late !== undefined) return lie.late(answer);
      if (typeof lie === "function") return lie;
      return { status: 200, reason: "", rawHeaders: [JSON_TYPE], ...(Buffer.isBuffer(lie) ? { body: lie } : lie) };
    },
  });
  try {
    const out = join(served.folder, "out");
    let peak = 0;
    const ran = await runProgram([command, "--target", served.target, "--out", out, ...PATIENCE, ...MORE[command]], {
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
    if (heavy === "honest") honest = { peak, seconds: ran.seconds };
    const growth = peak - honest.peak;
    const longer = ran.seconds - honest.seconds;
    const file = join(out, "report.json");
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    const size = report === undefined ? 0 : statSync(file).size / MEBIBYTE;
    const outcome = report?.outcome;
    const bad = [
      ran.late && "it did not end",
      growth > MOST_GROWTH && "too much memory",
      longer > PATIENCE_SECONDS + END_SECONDS && "it took too long",
      !(MAY_STOP.test(heavy) ? [0, 1, 3, 4] : [0, 1, 3]).includes(ran.code) &&
        `exit ${ran.code}: ${ran.said.slice(-300)}`,
      report === undefined && "no report",
      // The fuzzer judges the results of requests, so answers may be wrong in any way.
      make !== undefined &&
        !/latency/.test(heavy) &&
        command === "run" &&
        outcome === "passed" &&
        "what is wrong has passed",
    ].filter(Boolean);
    const found = report === undefined ? "" : `; ${foundIn(report)}`;
    return {
      name: `${heavy}.${command}`,
      verdict: bad.length > 0 ? "BAD" : "ok",
      bad: bad.length > 0,
      facts: `${peak.toFixed(0)} MiB, ${growth.toFixed(0)} more than honest answers; ${lies} such answers, exit ${ran.code} in ${ran.seconds.toFixed(0)} s, ${longer.toFixed(0)} more, ${served.front.log.length} requests; report.json ${size.toFixed(1)} MiB${found}`,
      details: bad,
    };
  } finally {
    await served.close();
  }
}

/** The kept findings: verdicts against the target, failures of the fuzzer, and violations that were only counted. */
function foundIn({ verdicts, fuzz }) {
  const failed = verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
  const more = failed.map(({ received = "" }) => Number(/; (\d+) more violations/.exec(received)?.[1] ?? 0));
  const crashes = fuzz === undefined ? "" : `, ${fuzz.failures?.length ?? 0} failures of the fuzzer`;
  return `${failed.length} findings${crashes}, up to ${Math.max(0, ...more)} more violations beside one`;
}

/** The maximum memory of a process in mebibytes; undefined when it has ended, or when the system does not report it. */
function residentOf(pid) {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
  }
}
