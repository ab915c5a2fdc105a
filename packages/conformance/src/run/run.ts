import type { Change, Redacted, Verdict } from "@plumbline/report";
import { OPERATION_IDS } from "@plumbline/schemas";
import { Sayings } from "../ground/said.ts";
import type { Listener, Session } from "../kernel/session.ts";
import type { ModelWatch } from "../modelled/model-watch.ts";
import type { Check } from "../plan/check.ts";
import { isNotice } from "../rule/requirement.ts";
import { bereft } from "./bereft.ts";
import type { EchoWatch } from "./echo-watch.ts";
import { echoWatchOf } from "./echo-watch-of.ts";
import { excused } from "./excused.ts";
import { isCampaign } from "./kinds-of-work.ts";
import { modelWatchOf } from "./model-watch-of.ts";
import { NeverServed } from "./never-served.ts";
import type { RunOptions, RunResult } from "./run-options.ts";
import { Schedule } from "./schedule.ts";
import { WatchCounts } from "./watch-counts.ts";
import { watchVerdicts } from "./watch-verdicts.ts";

/** Runs a plan stage by stage and returns a verdict for every check, no matter how the target behaves. */
export async function run(checks: readonly Check[], session: Session, options: RunOptions): Promise<RunResult> {
  const counts = new WatchCounts(watchersOf(checks), noticersOf(checks), {
    keep: (exchange) => session.keep(exchange),
    shown: (note) => session.redacted(note),
  });
  const sayings = new Sayings();
  const neverServed = new NeverServed(session.target, session.world.nowhere);
  const modelled = modelWatchOf(session, counts, neverServed, sayings);
  // A run of campaigns alone has no invariants, and sends hundreds of thousands of requests.
  const isWatched = !checks.every(isCampaign);
  if (isWatched)
    session.watch((watched) => {
      neverServed.see(watched);
      counts.look(watched);
    });
  if (isWatched || checks.some(isJudgedByModel))
    session.listens(listenerOf(modelled, echoWatchOf(session, counts, sayings), sayings));
  const verdicts: Redacted<Verdict>[] = [];
  let failures = 0;
  const conclude = (raw: Verdict): void => {
    const verdict = session.gate.verdict(raw);
    verdicts.push(verdict);
    session.journal.append({ type: "verdict", verdict });
    for (const id of verdict.evidence) session.keep(id);
    if (verdict.outcome === "fail" || verdict.outcome === "harness-error") failures += 1;
  };
  const excusedFor = (verdict: Verdict, check: Check): Verdict =>
    bereft(excused(verdict, check, session.target, neverServed), check, session.world, session.custody);
  const witnesses = options.witnesses ?? [];
  // By id, because a budget replaces a check that it leaves out.
  const unjudged = new Set(witnesses.map(({ id }) => id));
  const active = checks.filter((check) => check.work.kind !== "watch" || check.obstacle !== undefined);
  const schedule = new Schedule([...active, ...witnesses], session, options, {
    performed: (check, own) => {
      if (unjudged.has(check.id)) return;
      for (const verdict of own) conclude(excusedFor(verdict, check));
    },
    progressed: (progress) => options.onProgress?.({ ...progress, failures }),
  });
  await schedule.workOff();
  await session.custody.settle();
  await modelled.settled();
  const byId = new Map(checks.map((check) => [check.id, check]));
  for (const verdict of watchVerdicts(checks, counts, session.target, options, verdicts)) {
    const check = byId.get(verdict.check);
    conclude(check === undefined ? verdict : excused(verdict, check, session.target, neverServed));
  }
  return {
    verdicts,
    changes: session.custody.changes.map((change) => session.gate.change(change)).sort(byOperation),
    knowledge: modelled.knowledge,
    ...(neverServed.advice !== undefined && { missing: neverServed.advice }),
  };
}

const isJudgedByModel = ({ requirement }: Check): boolean =>
  requirement.kind === "campaign" && requirement.alone === true;

/** Combines the model and the echo watch into one listener. */
const listenerOf = (modelled: ModelWatch, echoes: EchoWatch, sayings: Sayings): Listener => ({
  begins: (call) => {
    const ends = [modelled.begins(call), echoes.begins(call)];
    return () => {
      for (const end of ends) end();
    };
  },
  hear: (exchange, call) => {
    modelled.hear(exchange, call);
    echoes.hear(exchange, call);
  },
  settled: () => modelled.settled(),
  said: () => {
    const said = sayings.take();
    if (said.length > 0) modelled.renews();
    return said;
  },
});

/** Sorts in the order of the catalogue, because parallel checks finish in a random order. */
const byOperation = (one: Change, other: Change): number =>
  PLACES.indexOf(one.operation) - PLACES.indexOf(other.operation);
const PLACES: readonly string[] = OPERATION_IDS;

function watchersOf(checks: readonly Check[]) {
  const watched = checks.filter((check) => check.obstacle === undefined).map((check) => check.requirement);
  return [...new Set(watched)].filter((requirement) => requirement.kind === "watch");
}

function noticersOf(checks: readonly Check[]) {
  return [...new Set(checks.map((check) => check.requirement))].filter(isNotice);
}
