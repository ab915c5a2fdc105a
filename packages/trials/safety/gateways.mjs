import { setTimeout as pause } from "node:timers/promises";
import { difference, inLines } from "./difference.mjs";
import { SCOPES, TROUBLES } from "./hostile/gateways.mjs";
import { isListed, isNamed, lostIn, stays } from "./named.mjs";
import { randomOf } from "./random.mjs";
import { redIn, runReported, tally } from "./reported.mjs";
import { openServed } from "./served.mjs";

const RATES = [20, 100, 300];
/** The last deletions and ended simulations are over after this time. */
const OVER_MILLISECONDS = 1_500;
const TIMEOUTS = { connect: 2_000, head: 4_000, body: 4_000, total: 8_000 };

export const gatewayTrials = ({ only, seed, times }) =>
  Array.from({ length: times }, (_, index) => seed + index)
    .flatMap((one) =>
      Object.entries(TROUBLES).flatMap(([trouble, { scopes }]) =>
        scopes.flatMap((scope) =>
          RATES.map((rate) => ({
            trouble,
            scope,
            rate,
            seed: one,
            name: `${trouble}.${scope}.1-in-${rate}.seed-${one}`,
          })),
        ),
      ),
    )
    .filter(({ name }) => name.includes(only));

/** Spoils one of each `rate` requests in the scope, selected by the seed. */
function flaky({ trouble, scope, rate, seed }, spoilt) {
  const random = randomOf(seed);
  let count = 0;
  let at = 0;
  return () => (request, pass) => {
    if (!SCOPES[scope](request)) return pass(request);
    if (count % rate === 0) at = Math.floor(random() * rate);
    const hit = count % rate === at;
    count += 1;
    if (!hit) return pass(request);
    spoilt.push(request);
    return TROUBLES[trouble].spoil(request, pass);
  };
}

/** A whole run against a correct server behind a gateway that fails at times. */
export async function gatewayTrial(one) {
  const spoilt = [];
  const lie = flaky(one, spoilt);
  const served = await openServed({ seed: one.seed, lie, more: ["--speed", "60"], timeouts: TIMEOUTS });
  try {
    const before = await served.inventory();
    const ran = await runReported(served);
    await pause(OVER_MILLISECONDS);
    const left = difference(before, await served.inventory());
    const told = (found) => isListed(found, ran.changes) || isNamed(found, ran.said);
    // If the answer was lost and no list shows the record, the run cannot know its id: reporting that is enough.
    const lost = lostIn(ran.said);
    const unnamed = left.filter((found) => !told(found) && !lost.splice(lost.indexOf(found.operation) >>> 0, 1).length);
    const remaining = left.filter((found) => !stays(found));
    const red = redIn(ran.report);
    const wrongExit = ![0, 3].includes(ran.code) && !(ran.code === 7 && remaining.length > 0 && unnamed.length === 0);
    const kinds = [
      ...(ran.late ? ["endless"] : []),
      ...(unnamed.length > 0 && !ran.late ? ["SILENT"] : []),
      ...(red.length > 0 ? ["false red"] : []),
      ...(wrongExit && red.length === 0 && !ran.late ? [`exit ${ran.code}`] : []),
    ];
    return {
      name: one.name,
      verdict: kinds.join("+") || (remaining.length > 0 ? "named" : "clean"),
      bad: kinds.length > 0,
      facts:
        `exit ${ran.code} in ${ran.seconds.toFixed(0)} s, ${served.front.log.length} requests, ${spoilt.length} spoilt, ` +
        `${remaining.length} left, ${unnamed.length} unnamed, ${red.length} red, ` +
        `verdicts ${tally(ran.report?.verdicts ?? [], ({ outcome }) => outcome)}`,
      details: [
        ...(wrongExit ? [`exit ${ran.code}: ${ran.report?.reason ?? ran.said.slice(-300)}`] : []),
        ...inLines(unnamed).map((text) => `left and not named: ${text}`),
        ...red.map(({ text }) => `false red: ${text}`),
      ],
    };
  } finally {
    await served.close();
  }
}
