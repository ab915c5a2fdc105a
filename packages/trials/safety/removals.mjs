import { setTimeout as pause } from "node:timers/promises";
import { difference, inLines } from "./difference.mjs";
import { late, refusing } from "./hostile/removals.mjs";
import { stays } from "./named.mjs";
import { redIn, runReported, tally } from "./reported.mjs";
import { openServed } from "./served.mjs";

/**
 * Late servers must be slow enough for their delay to be visible, and not slower than a target at their speed may be.
 */
const SPEEDS = { "2-s-later": 8, "outage-end-refused-until-simulating": 8, "snapshot-refused-while-in-progress": 8 };
const SPEED = 60;
/** Limit of leftovers of each kind on a server that deletes nothing. */
const MOST_LEFT = 5;
/** Late deletions, and records that end by themselves, are over after this time. */
const OVER_MILLISECONDS = 3_500;
const MOST_SECONDS = 600;
const TIMEOUTS = { connect: 2_000, head: 2_000, body: 2_000, total: 4_000 };

export const removalTrials = ({ only, seed }) =>
  [
    ...Object.keys(refusing).map((server) => ({ server: `refused-${server}`, lie: refusing[server], removes: false })),
    ...Object.keys(late).map((server) => ({ server, lie: late[server], removes: true })),
  ]
    .map((one) => ({ ...one, seed, name: one.server }))
    .filter(({ name }) => name.includes(only));

/** The red checks on the correct server at the speed of the case, of which there should be none. */
const honest = new Map();
const honestAt = (speed, seed) => {
  if (!honest.has(speed)) honest.set(speed, against({ speed, seed }));
  return honest.get(speed);
};

async function against({ speed, seed, lie, silent = false }) {
  const served = await openServed({
    seed,
    lie,
    more: ["--speed", String(speed)],
    ...(silent && { timeouts: TIMEOUTS }),
  });
  try {
    const before = await served.inventory();
    const ran = await runReported(served, [], MOST_SECONDS);
    await pause(OVER_MILLISECONDS);
    const left = difference(before, await served.inventory());
    return { ran, left, log: served.front.log };
  } finally {
    await served.close();
  }
}

/** A run against a server that refuses deletions, or carries them out later than it says. */
export async function removalTrial({ name, server, lie, removes, seed }) {
  const speed = SPEEDS[server] ?? SPEED;
  const base = new Set(redIn((await honestAt(speed, seed)).ran.report).map(({ check }) => check));
  const { ran, left, log } = await against({ speed, seed, lie, silent: server.includes("silence") });
  const red = redIn(ran.report).filter(({ check }) => !base.has(check));
  const remaining = left.filter((one) => !stays(one));
  const added = remaining.filter(({ kind }) => kind === "added");
  const named = (one) => ran.changes.some(({ id, state }) => state === "left" && isOf(one, id));
  const unnamed = remaining.filter((one) => !named(one));
  const perKind = new Map();
  for (const { operation } of added) perKind.set(operation, (perKind.get(operation) ?? 0) + 1);
  const tooMany = [...perKind].filter(([, many]) => many > MOST_LEFT);
  const problems = [
    ...tooMany.map(([operation, many]) => `${many} records left that ${operation} shows, wanted at most ${MOST_LEFT}`),
    ...inLines(unnamed).map((text) => `left and not named: ${text}`),
    ...(ran.late ? ["it did not end"] : []),
    ...(ran.code === 5 || ran.code === undefined ? [`exit ${ran.code}: ${ran.said.slice(-300)}`] : []),
    ...(removes ? red.map(({ text }) => `false red: ${text}`) : []),
    ...(removes && remaining.length > 0 ? [`${remaining.length} differences on a server that removes`] : []),
  ];
  return {
    name,
    verdict: verdictOf({ ran, tooMany, unnamed, remaining, falseRed: removes && red.length > 0 }),
    bad: problems.length > 0,
    facts:
      `exit ${ran.code} in ${ran.seconds.toFixed(0)} s, ${log.length} requests, ` +
      `${log.filter(({ method }) => method === "DELETE").length} removals sent, left ${tally(added, ({ operation }) => operation)}, ` +
      `${remaining.length - added.length} other differences, ${unnamed.length} unnamed, ${red.length} red beyond the honest run`,
    details: [
      ...problems,
      // Whether a refused deletion really breaks these is for the reader to judge.
      ...(removes ? [] : red.map(({ text }) => `red: ${text}`)),
    ],
  };
}

function verdictOf({ ran, tooMany, unnamed, remaining, falseRed }) {
  if (ran.late) return "endless";
  if (ran.code === 5 || ran.code === undefined) return "broke";
  const kinds = [
    ...(tooMany.length > 0 ? ["too many"] : []),
    ...(unnamed.length > 0 ? ["SILENT"] : []),
    ...(falseRed ? ["false red"] : []),
  ];
  return kinds.join("+") || (remaining.length > 0 ? "named" : "nothing left");
}

const isOf = ({ id, name, place }, told) => [id, name, ...place.split("/")].includes(told);
