import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runProgram } from "../safety/program.mjs";
import { openServed } from "../safety/served.mjs";

const MEBIBYTE = 1024 * 1024;
const MANY = 100_000;
const LONGEST_SECONDS = 280;
const MOST_GROWTH = 200;
/** A run of everything that these operations show, reading only; half of their answers are replaced. */
const LIED_ABOUT = ["listAlerts", "getAlert", "listAlertConfigs", "listClusters", "listSnapshots"];
const MORE = {
  run: ["--operation", LIED_ABOUT.join(",")],
  fuzz: ["--operation", LIED_ABOUT.join(","), "--requests", "400", "--seed", "1"],
};

const many = (make) => Array.from({ length: MANY }, (_, index) => make(index));
const json = (value) => Buffer.from(JSON.stringify(value));
const HEAVY = {
  "unknown-members": () =>
    json({ results: [], totalCount: 0, ...Object.fromEntries(many((at) => [`member${at}`, at])) }),
  "wrong-items": () => json({ results: many(() => ({ id: 1 })), totalCount: MANY }),
  "empty-items": () => json({ results: many(() => ({})), totalCount: MANY }),
  "null-items": () => json({ results: many(() => null), totalCount: MANY }),
  "items-with-unknown-members": () =>
    json({ results: many((at) => ({ id: "32b6e34b3d91647abb20e7b8", [`m${at}`]: { x: 1 } })), totalCount: MANY }),
  "bare-list": () => json(many((at) => at)),
  "megabyte-id": () => json({ results: [{ id: "a".repeat(MEBIBYTE) }], id: "a".repeat(MEBIBYTE), totalCount: 1 }),
  "megabyte-name": () => json({ ["n".repeat(MEBIBYTE)]: 1, results: [], totalCount: 0 }),
  "megabyte-code": () =>
    json({ errorCode: "E".repeat(MEBIBYTE), error: 400, reason: "r", detail: "d".repeat(MEBIBYTE) }),
  nesting: () => Buffer.from("[".repeat(8 * MEBIBYTE - 1)),
  "closed-nesting": () => Buffer.from("[".repeat(4 * MEBIBYTE - 1) + "]".repeat(4 * MEBIBYTE - 1)),
  "nested-objects": () => Buffer.from(`${'{"a":'.repeat(MEBIBYTE)}1${"}".repeat(MEBIBYTE)}`),
  "too-large": () => Buffer.alloc(9 * MEBIBYTE, 0x20),
  "large-heads": () => json({ results: [], totalCount: 0 }),
};

export const memoryTrials = ({ command, only }) =>
  ["honest", ...Object.keys(HEAVY)]
    .filter((heavy) => heavy === "honest" || `${heavy}.${command}`.includes(only))
    .map((heavy) => ({ command, heavy }));

let honest = 0;

/** Memory and time of a run that meets such answers, beside those of one that meets none. */
export async function weigh({ command, heavy }) {
  const body = HEAVY[heavy]?.();
  const rawHeaders = [["Content-Type", "application/json"]];
  if (heavy === "large-heads") for (let at = 0; at < 60; at += 1) rawHeaders.push([`X-Large-${at}`, "h".repeat(900)]);
  let lies = 0;
  const served = await openServed({
    allow: [],
    lie: () => async (request, pass) => {
      const answer = await pass(request);
      const lied = body !== undefined && LIED_ABOUT.includes(request.operation) && answer.status < 300;
      if (lied) lies += 1;
      return lied ? { status: heavy === "megabyte-code" ? 400 : 200, reason: "", rawHeaders, body } : answer;
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
    const outcome = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).outcome : "no report";
    const size = existsSync(file) ? statSync(file).size / MEBIBYTE : 0;
    const bad = [
      ran.late && "it did not end",
      growth > MOST_GROWTH && "too much memory",
      ![0, 1, 3].includes(ran.code) && `exit ${ran.code}: ${ran.said.slice(-300)}`,
      body !== undefined && outcome !== "failed" && outcome !== "incomplete" && "no verdict",
    ].filter(Boolean);
    return {
      name: `${heavy}.${command}`,
      verdict: bad.length > 0 ? "BAD" : "ok",
      bad: bad.length > 0,
      facts: `${peak.toFixed(0)} MiB, ${growth.toFixed(0)} more than honest answers; ${lies} such answers, exit ${ran.code} in ${ran.seconds.toFixed(0)} s, report.json ${size.toFixed(1)} MiB`,
      details: bad,
    };
  } finally {
    await served.close();
  }
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
