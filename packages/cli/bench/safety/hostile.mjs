import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { difference, inLines } from "./difference.mjs";
import { creates } from "./hostile/creates.mjs";
import { SETTINGS, undoing } from "./hostile/undoing.mjs";
import { idsIn } from "./inventory.mjs";
import { isListed, stays } from "./named.mjs";
import { runProgram } from "./program.mjs";
import { EVERYTHING, openServed, REMOVABLE } from "./served.mjs";
import { isWrite } from "./writes.mjs";

const LIES = { honest: undefined, ...creates, ...undoing };
/** Areas that write and need not wait for what takes minutes. */
const AREAS = "ALC,ALT,EXB,SRCH,AUD,DNS,CMP,SCH,CPA,PIP";
const ARGUMENTS = {
  run: ["--area", AREAS, "--budget", "seconds=20", "--patience", "5"],
  fuzz: ["--requests", "1500", "--seed", "1", "--patience", "5"],
};
/** A run whose server hinders it may take its time, but not for ever. */
const MOST_SECONDS = 120;
/** A server that says nothing is not waited for as long as usual. */
const TIMEOUTS = { connect: 2_000, head: 2_000, body: 2_000, total: 4_000 };

export const hostileTrials = ({ only, seed }) =>
  [
    ...Object.keys(LIES).flatMap((lie) => ["run", "fuzz"].map((command) => ({ lie, command, allow: EVERYTHING }))),
    ...["run", "fuzz"].map((command) => ({ lie: "create-existing-200", command, allow: REMOVABLE })),
  ]
    .map((one) => ({ ...one, seed, name: `${one.lie}.${one.command}${one.allow === EVERYTHING ? "" : ".removable"}` }))
    .filter(({ name }) => name.includes(only));

/** One run against a server that is not what it says, held against what the server behind it has to tell. */
export async function trouble({ name, lie, command, allow, seed }) {
  const silent = lie.includes("silence");
  const served = await openServed({ seed, allow, lie: LIES[lie], ...(silent && { timeouts: TIMEOUTS }) });
  try {
    const before = await served.inventory();
    const out = join(served.folder, "out");
    const { target, environment, front, folder } = served;
    const args = [command, "--target", target, "--out", out, "--quiet", "--allow-incomplete", ...ARGUMENTS[command]];
    const run = await runProgram(args, { environment, cwd: folder, seconds: MOST_SECONDS });
    await front.settled();
    const file = join(out, "report.json");
    const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    const changes = report?.changes ?? [];
    const after = await served.inventory();
    const left = difference(before, after);
    const problems = [
      ...strangers(front.log, before),
      ...falseClaims(changes, left, after),
      ...unlisted(left, changes),
      ...repeated(front.log, before),
      ...ending(run, report, left),
    ];
    const states = count(changes.map(({ state }) => state));
    return {
      name,
      verdict: problems.length === 0 ? "safe" : [...new Set(problems.map(({ kind }) => kind))].sort().join("+"),
      bad: problems.length > 0,
      facts: `exit ${run.code} in ${run.seconds.toFixed(0)} s, ${front.log.length} requests, changes ${states || "none"}, ${left.length} differences`,
      details: inKinds(problems),
    };
  } finally {
    await served.close();
  }
}

/** A few of each kind: the first of them say what is wrong, the others how often. */
const SHOWN = 4;

function inKinds(problems) {
  return [...new Set(problems.map(({ kind }) => kind))].flatMap((kind) => {
    const texts = problems.filter((problem) => problem.kind === kind).map(({ text }) => `${kind}: ${text}`);
    const more = texts.length - SHOWN;
    return [...texts.slice(0, SHOWN), ...(more > 0 ? [`${kind}: and ${more} more like these`] : [])];
  });
}

/** Records that were there before and were addressed by what deletes or changes. */
function strangers(log, before) {
  const ids = idsIn(before);
  const written = log.flatMap(({ passed, operation, values }) =>
    passed
      .filter(({ method }) => ["DELETE", "PUT", "PATCH"].includes(method))
      .map(({ method, path, status }) => ({ method, path, status, operation, values })),
  );
  const foreign = written.filter(({ operation, values }) => {
    if (operation === undefined || SETTINGS.has(operation)) return false;
    return ids.has(Object.values(values).at(-1)) && !/BackupSchedule|endOutage/.test(operation);
  });
  // An address that a made-up id bent into another one.
  const bent = written.filter(
    ({ method, operation, path }) =>
      method === "DELETE" && (operation === undefined || /%2e%2e|\.\.|%252e|%2f|%252f/i.test(path)),
  );
  const alerts = new Set(
    written
      .filter(({ operation, values }) => operation === "acknowledgeAlert" && ids.has(values.alertId))
      .map(({ values }) => values.alertId),
  );
  const said = ({ method, path, status }) => `${method} ${path.slice(0, 160)} (${status})`;
  return [
    ...count(foreign.map(said), true).map((text) => ({ kind: "foreign", text })),
    ...count(bent.map(said), true).map((text) => ({ kind: "bent", text })),
    ...(alerts.size > 1 ? [{ kind: "foreign", text: `${alerts.size} alerts were acknowledged, one is enough` }] : []),
  ];
}

/** Which read shows what an operation changes. */
const SHOWN_BY = {
  updateAuditing: "getAuditing",
  updateCustomDns: "getCustomDns",
  updateBackupCompliancePolicy: "getBackupCompliancePolicy",
  updateBackupSchedule: "getBackupSchedule",
  deleteBackupSchedules: "getBackupSchedule",
  replaceCustomAnalyzers: "listCustomAnalyzers",
  acknowledgeAlert: "listAlerts",
  startOutageSimulation: "getOutageSimulation",
  createLinkToken: "listMigratableProjects",
};

/** What the report says is gone or as it was, and is not. */
function falseClaims(changes, left, after) {
  const ids = idsIn(after);
  const open = (one) =>
    changes.some(
      ({ operation, id, state }) => operation === one.operation && id === one.id && !/^(removed|restored)$/.test(state),
    );
  const wrong = changes.filter((change) => {
    if (!/^(removed|restored)$/.test(change.state) || open(change)) return false;
    const read = SHOWN_BY[change.operation];
    if (read === undefined) return ids.has(change.id);
    return left.some(({ operation, place, id }) => operation === read && [...place.split("/"), id].includes(change.id));
  });
  return count(
    wrong.map(({ operation, id, state }) => `${operation} ${String(id).slice(0, 60)} is not ${state}`),
    true,
  ).map((text) => ({ kind: "claim", text }));
}

const unlisted = (left, changes) =>
  inLines(left.filter((one) => !isListed(one, changes))).map((text) => ({ kind: "unlisted", text }));

/** How often one undo may be refused: as a step of a check that asks for the same, and as the undo. */
const MOST_REFUSED = 2;

/** The same undo, refused by the front again and again: a removal, or a setting as it was before. */
function repeated(log, before) {
  const refused = log
    .filter(({ method, passed, status }) => passed.length === 0 && status >= 400 && isWrite({ method }))
    .filter((one) => one.method === "DELETE" || (SETTINGS.has(one.operation) && statesWhatWas(one, before)))
    .map(({ method, path, asked }) => `${method} ${path} ${asked.slice(0, 80)}`);
  const times = new Map();
  for (const one of refused) times.set(one, (times.get(one) ?? 0) + 1);
  return [...times]
    .filter(([, many]) => many > MOST_REFUSED)
    .map(([one, many]) => ({ kind: "repeated", text: `${one} was refused ${many} times` }));
}

function statesWhatWas({ operation, values, asked }, before) {
  const [id] = Object.values(values).slice(-1);
  const shown = Object.values(before).find((one) => one.operation === SHOWN_BY[operation] && holds(one, values, id));
  if (shown === undefined) return false;
  const was = operation === "replaceCustomAnalyzers" ? Object.values(shown.records) : shown.records[id];
  const is = parsed(asked);
  if (Array.isArray(is) || is === undefined) return same(is, was);
  return Object.entries(is).every(([name, value]) => same(value, was[name]));
}

const holds = ({ values, records }, { groupId, clusterName }, id) =>
  values.groupId === groupId && values.clusterName === clusterName && (id in records || clusterName === id);

/** Ids are given anew. */
const same = (one, other) => text(one) === text(other);
const text = (value) => JSON.stringify(value, (name, part) => (name === "id" ? undefined : sortedMembers(part)));
const sortedMembers = (part) =>
  typeof part === "object" && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
    : part;

function parsed(asked) {
  try {
    return JSON.parse(asked);
  } catch {
    return undefined;
  }
}

function ending({ code, late, said, seconds }, report, left) {
  if (late) return [{ kind: "endless", text: `it had not ended after ${seconds.toFixed(0)} s` }];
  if (report === undefined || code === 5 || code === undefined)
    return [{ kind: "broke", text: `exit ${code}: ${(report?.reason ?? said).slice(-300)}` }];
  const remaining = left.some((one) => !stays(one)) || report.changes.some(({ state }) => state === "left");
  // What the verdicts say about the server is said first.
  return remaining && ![7, 1].includes(code) ? [{ kind: "exit", text: `exit ${code} although something is left` }] : [];
}

/** How often each text is there: as one line, or as a list. */
function count(texts, asList = false) {
  const times = new Map();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  const lines = [...times].map(([text, many]) => (asList ? `${many} x ${text}` : `${many} ${text}`));
  return asList ? lines : lines.join(", ");
}
