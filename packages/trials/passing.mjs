// Measures which faults of the catalogue are found in the traffic of a whole run that passes through the proxy. The run
// is against the reference with one fault at a time, and only its traffic is judged. Prints the share, the faults that
// were not found, and each rule that was called broken although the run did not find it so. With --honest or --variants
// the reference has no fault, or one correct variant at a time, and nothing may be found.
//   node packages/trials/passing.mjs [--of 100] [--only PG-03,AL-08] [--jobs 2] [--honest] [--variants] [--detail]
import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { BodyReader, ContentDecoder } from "@plumbline/client";
import { conduct, jsonBounds, requirements, TrafficJudge } from "@plumbline/conformance";
import { faults, startReference, variants } from "@plumbline/reference";
import { startForwarder } from "../cli/dist/proxy/forwarder.js";
import { decodedBody, takenExchange } from "../cli/dist/proxy/taken-exchange.js";
import { targetOfReference } from "../cli/dist/targets/reference.js";

const { values } = parseArgs({
  options: {
    of: { type: "string", default: "100" },
    only: { type: "string" },
    jobs: { type: "string", default: "2" },
    honest: { type: "boolean", default: false },
    variants: { type: "boolean", default: false },
    /** Prints what each broken check expected and received. */
    detail: { type: "boolean", default: false },
  },
});
const MOST = 32 * 2 ** 20;

/** The broken requirements, according to the run and according to the traffic. */
async function trial(name) {
  const [fault, variant] = [faults, variants].map((all) => all.flatMap(({ id }) => (id === name ? [id] : [])));
  const reference = await startReference({ faults: fault, variants: variant, seed: 1 });
  const direct = targetOfReference(reference, fault);
  // The time that a run skips on the reference has passed for the observer too.
  let skipped = 0;
  const decoder = new ContentDecoder();
  const reader = new BodyReader(jsonBounds(direct.contract));
  const judge = new TrafficJudge(direct, { requirements, command: "", toolVersion: "0", runId: "0" });
  let queue = Promise.resolve();
  let count = 0;
  const onTaken = (taken) => {
    const at = taken.startedAt + skipped;
    queue = queue.then(async () => {
      count += 1;
      const bytes = await decodedBody(taken, decoder, MOST);
      const recorded = "why" in bytes ? bytes : takenExchange(taken, String(count), bytes, reader);
      if (recorded.kind === "whole") judge.see({ ...recorded.exchange, startedAt: at });
    });
  };
  const forwarders = await Promise.all(
    [direct.baseUrl, direct.metricsUrl].map((upstream) =>
      startForwarder({ upstream, onTaken, onLost: () => undefined }),
    ),
  );
  const [baseUrl, metricsUrl] = forwarders.map(({ url }) => url);
  const advanceClock = (milliseconds) => {
    skipped += milliseconds;
    direct.advanceClock(milliseconds);
  };
  const target = { ...direct, baseUrl, metricsUrl, advanceClock };
  const run = await conduct(target, { requirements, connection: {}, command: "", toolVersion: "0", runId: "0" });
  await Promise.all(forwarders.map((forwarder) => forwarder.close()));
  await queue;
  const passed = await judge.finish();
  await reference.close();
  return { run: brokenIn(run), passed: brokenIn(passed), seen: seenIn(passed), count, details: detailsIn(passed) };
}

const brokenIn = ({ verdicts }) => [
  ...new Set(
    verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "warn").map(({ requirement }) => requirement),
  ),
];
const detailsIn = ({ verdicts }) =>
  verdicts
    .filter(({ outcome }) => outcome === "fail" || outcome === "warn")
    .map(
      ({ outcome, check, expected, received }) => `  ${outcome} ${check}: expected ${expected}; received ${received}`,
    );
const seenIn = ({ verdicts }) => verdicts.filter(({ outcome }) => outcome === "pass").length;

if (process.send) {
  process.on("message", async (fault) => {
    try {
      process.send({ fault, ...(await trial(fault)) });
    } catch (error) {
      process.send({ fault, error: String(error?.stack ?? error) });
    }
  });
} else {
  const ids = (values.variants ? variants : faults).map(({ id }) => id);
  const most = values.variants ? ids.length : Number(values.of);
  const chosen = values.honest
    ? [null]
    : (values.only?.split(",") ?? Array.from({ length: most }, (_, at) => ids[Math.floor((at * ids.length) / most)]));
  const waiting = [...chosen];
  const results = [];
  await Promise.all(
    Array.from({ length: Math.min(Number(values.jobs), chosen.length) }, async () => {
      const worker = fork(new URL(import.meta.url));
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
        const answered = new Promise((settle) => worker.once("message", settle));
        worker.send(fault);
        const result = await answered;
        results.push(result);
        if (result.error) console.log(`${fault}: ${result.error}`);
        else {
          const extra = result.passed.filter((id) => !result.run.includes(id) && id !== "TRAFFIC-LIMITS");
          console.log(
            `${fault ?? "honest"}: run ${result.run.join(" ") || "none"} | passed ${result.passed.join(" ") || "none"}${extra.length > 0 ? ` | EXTRA ${extra.join(" ")}` : ""} (${result.seen} held, ${result.count} exchanges)`,
          );
          if (values.detail) for (const line of result.details) console.log(line);
        }
      }
      worker.disconnect();
    }),
  );
  const found = results.filter(({ passed = [] }) => passed.length > 0);
  console.log(`${found.length} of ${results.length} servers are found wrong by what passes`);
}
