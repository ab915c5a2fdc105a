// The cost of judging every answer of the fuzzer by all rules about answers: cases per second of processor time in equal
// runs against the reference, with and without these rules, in successive pairs.
import { conduct } from "@plumbline/conformance";
import { FuzzLog, fuzzRequirements } from "@plumbline/fuzz";
import { figure } from "../../../scripts/figures.mjs";
import { ABOUT_ANSWERS } from "../dist/commands/about-answers.js";
import { targetSettings } from "../dist/commands/fuzz-settings.js";
import { openServed } from "./served-reference.mjs";

const REQUESTS = Number(process.env.REQUESTS ?? 15_000);
const PAIRS = Number(process.env.PAIRS ?? 5);

/** Requests per second of this process's own processor time. */
async function rate(listening) {
  const { target, close } = await openServed();
  globalThis.gc?.();
  const before = process.cpuUsage();
  let sent = 0;
  try {
    await conduct(target, {
      requirements: fuzzRequirements({
        ...targetSettings(target),
        seed: 1,
        requests: REQUESTS,
        families: ["reads"],
        endless: true,
        log: new FuzzLog(),
      }),
      listening,
      keepExchanges: 1_000,
      onWire: () => (sent += 1),
      command: "bench",
      runId: "bench",
      toolVersion: "0",
    });
  } finally {
    await close();
  }
  const { user, system } = process.cpuUsage(before);
  return (sent * 1e6) / (user + system);
}

const shares = [];
for (let pair = 0; pair <= PAIRS; pair += 1) {
  const order = pair % 2 === 0 ? [ABOUT_ANSWERS, []] : [[], ABOUT_ANSWERS];
  const first = await rate(order[0]);
  const second = await rate(order[1]);
  const [judged, plain] = pair % 2 === 0 ? [first, second] : [second, first];
  // The first pair only warms up.
  if (pair > 0) shares.push((100 * judged) / plain);
}
console.log(`Fuzzing with all rules about answers, by processor time, ${REQUESTS} requests, ${PAIRS} pairs`);
figure({ name: "with all rules, of the rate without", values: shares, unit: "%", atLeast: 85 });
