import { setTimeout as pause } from "node:timers/promises";
import { furnish } from "./bystanders/furnished.mjs";
import { harming } from "./bystanders/harming.mjs";
import { KINDS, WRITES } from "./bystanders/kinds.mjs";
import { startNeighbour } from "./bystanders/neighbour.mjs";
import { operations } from "./interface.mjs";
import { idsIn, inventoryOf } from "./inventory.mjs";
import { randomOf } from "./random.mjs";
import { redIn, runReported } from "./reported.mjs";
import { openServed } from "./served.mjs";

/** How many of the run's own records may be damaged, in addition to those that it deletes itself. */
const MOST_OWN = 2;
/** The factor for the allowed damage if it does not happen at the first write, which the run watches. */
const MOST_UNSEEN = 4;
const SETTLING_MILLISECONDS = 1_500;
const CONTROLS = ["honest", "neighbour"];

/** All faults of an operation: each kind of damage to several neighbours, and at other times. */
function faultsOf(operation) {
  const kind = KINDS[WRITES[operation]];
  const isSetting = kind.setting !== undefined;
  const twoVersions = operations.find(({ id }) => id === operation).routes.some(({ version }) => version === "1.0");
  const harms = [...(isSetting ? [] : ["removed"]), ...Object.keys(kind.changes)];
  const one = (harm, victim, when = "done") => ({ operation, harm, victim, when });
  return harms.flatMap((harm, index) => [
    ...(isSetting ? [] : [one(harm, "own")]),
    one(harm, "users"),
    ...(index > 0 && !isSetting
      ? []
      : [one(harm, "first"), ...(kind.setting === "project" ? [] : [one(harm, "two")]), one(harm, "users", "refused")]),
    ...(index > 0 || isSetting ? [] : [one(harm, "newest")]),
    ...(index > 0 || !twoVersions ? [] : [one(harm, "users", "1.0")]),
  ]);
}

/** `times` faults of each operation, drawn by the seed, and the controls. */
export function bystanderTrials({ times, seed, only, every = 1 }) {
  const random = randomOf(seed);
  const faults = Object.keys(WRITES).flatMap((operation) => {
    const named = faultsOf(operation).map((fault) => ({ ...fault, name: nameOf(fault) }));
    const fitting = named.filter(({ name }) => name.includes(only));
    return fitting
      .map((fault) => ({ fault, rank: random() }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, times)
      .map(({ fault }) => fault);
  });
  const controls = CONTROLS.map((control) => ({ control, name: `control ${control}` }));
  return [...controls.filter(({ name }) => name.includes(only)), ...faults].map((one) => ({ ...one, seed, every }));
}

const nameOf = ({ operation, harm, victim, when }) =>
  `${operation}: ${victim} ${harm}${when === "done" ? "" : when === "refused" ? ", when refused" : ", in 1.0 only"}`;

/** A run on a server that damages a neighbour at each write of one operation, or on a correct one. */
export async function bystander(one) {
  const ground = {};
  const harmed = [];
  const lie = one.control === undefined ? harming(one, ground, harmed) : undefined;
  const served = await openServed({ seed: one.seed, lie, more: ["--speed", "60"] });
  try {
    const more = await furnish(served);
    await pause(SETTLING_MILLISECONDS);
    const places = served.places();
    const inventory = await inventoryOf(served.caller, {
      ...places,
      collection: [...places.collection, ...more.collection],
    });
    ground.before = new Set([...idsIn(inventory), ...places.cluster.map(({ clusterName }) => clusterName)]);
    for (const id of [served.fixtures.liveMigrationId, served.fixtures.validationId]) ground.before.add(id);
    const neighbour = one.control === "neighbour" ? startNeighbour(served) : undefined;
    const ran = await runReported(served);
    const writes = await neighbour?.stop();
    return one.control === undefined ? judged(one, ran, harmed, served) : controlled(one, ran, writes);
  } finally {
    await served.close();
  }
}

function judged({ name, operation, victim, every }, ran, harmed, { front }) {
  const users = harmed.filter(({ own }) => !own);
  const own = harmed.filter((one) => one.own);
  const carried = front.log.filter(
    (note) => note.operation === operation && note.passed.some(({ status }) => status < 300),
  );
  const named = harmed.filter((one) => isTold(one, operation, ran));
  // If damage is found only at the second check, it is unclear which of several writes caused it.
  const wanted = every > 1 ? [1, 3] : [own.length > 0 ? 1 : 3];
  const most = (victim === "two" ? 2 : 1) * (every > 1 ? MOST_UNSEEN : 1);
  const idle = harmed.length === 0;
  const problems = idle
    ? []
    : [
        ...(users.length > most ? [`${users.length} records of the user's were harmed, wanted at most ${most}`] : []),
        ...(own.length > MOST_OWN * (every > 1 ? MOST_UNSEEN : 1)
          ? [
              `${own.length} records of the run's own were harmed, wanted at most ${MOST_OWN * (every > 1 ? MOST_UNSEEN : 1)}`,
            ]
          : []),
        ...(wanted.includes(ran.code)
          ? []
          : [
              `exit ${ran.code}, wanted ${wanted.join(" or ")}: ${(ran.report?.reason ?? ran.said.slice(-200)).slice(0, 200)}`,
            ]),
        ...(named.length === 0 ? [`nothing names ${harmed[0].id} and ${operation}`] : []),
        ...(ran.late ? ["it did not end"] : []),
      ];
  return {
    name,
    verdict: idle ? "idle" : problems.length === 0 ? "noticed" : verdictOf({ users, own, most, named, ran, wanted }),
    bad: problems.length > 0,
    facts:
      `user's harmed ${users.length}, own harmed ${own.length}, exit ${ran.code}, ` +
      `named ${named.length} of ${harmed.length}, ${carried.length} carried out, ${front.log.length} requests, ${ran.seconds.toFixed(0)} s`,
    details: problems.length === 0 ? [] : [...problems, ...harmed.map(({ id, by }) => `${id} was harmed by ${by}`)],
  };
}

function verdictOf({ users, own, most, named, ran, wanted }) {
  if (ran.late) return "unfinished";
  if (named.length === 0) return "SILENT";
  if (users.length > most || own.length > MOST_OWN) return "goes on";
  return wanted.includes(ran.code) ? "broke" : "wrong exit";
}

/** Whether one line of the terminal, or one entry of the report, names both the record and the operation. */
function isTold({ id, name }, operation, { report, said }) {
  const { exchanges: _exchanges, ...told } = report ?? {};
  const entries = Object.values(told).flatMap((part) => (Array.isArray(part) ? part : [part]));
  const lines = [...said.split("\n"), ...entries.filter(isNotGreen).map((entry) => JSON.stringify(entry) ?? "")];
  return lines.some(
    (line) => line.includes(operation) && [id, name].some((one) => one !== undefined && line.includes(one)),
  );
}

/** Excludes entries that say that all is well or undone, because they do not report damage. */
const isNotGreen = (entry) =>
  !["pass", "observed", "not-applicable"].includes(entry?.outcome) && !["removed", "restored"].includes(entry?.state);

function controlled({ name }, ran, writes) {
  const red = redIn(ran.report);
  const changes = ran.changes.filter(({ state }) => state === "left");
  const problems = [
    ...(ran.code === 0 ? [] : [`exit ${ran.code}: ${(ran.report?.reason ?? ran.said.slice(-200)).slice(0, 200)}`]),
    ...red.map(({ text }) => `false red: ${text}`),
    ...changes.map(({ operation, id, note = "" }) => `named: ${operation} ${id} ${note}`),
  ];
  return {
    name,
    verdict: problems.length === 0 ? "undisturbed" : "accuses",
    bad: problems.length > 0,
    facts: `exit ${ran.code}, ${writes ?? 0} writes of the neighbour, ${ran.seconds.toFixed(0)} s`,
    details: problems,
  };
}
