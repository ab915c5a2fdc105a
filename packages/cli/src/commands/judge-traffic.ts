import { type Passing, requirements, type Target, TrafficJudge, trafficRequirements } from "@plumbline/conformance";
import type { DoctorFinding } from "@plumbline/report";
import type { Command } from "../command.ts";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { BEFORE_FLAG, comparisonWith } from "../output/earlier-run.ts";
import { formatsOf } from "../output/formats.ts";
import { HeldJournal } from "../output/held-journal.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";
import { runFiles } from "../output/run-files.ts";
import { runId } from "../output/run-id.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import { openTarget, TARGET_FLAGS } from "../targets/open-target.ts";
import type { Terminal } from "../terminal.ts";
import type { Ending, Recorded } from "../traffic/recorded.ts";
import { trafficIn } from "../traffic/traffic-file.ts";
import { trafficFindings } from "../traffic/traffic-findings.ts";
import { EVERY_PROFILE, LOOKED_AT, targetOf } from "../traffic/traffic-target.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { selectionOf } from "./selection.ts";
import { CHOSEN_FLAGS } from "./selection-flags.ts";

const { profile, "metrics-url": metricsUrl, "env-prefix": envPrefix } = TARGET_FLAGS;

/** `plumbline judge`: judges recorded traffic, and sends nothing. */
export const judgeTraffic: Command = {
  name: "judge",
  words: "FILE",
  summary: "judge recorded traffic: an HTTP archive or the journal of a run",
  flags: {
    target: {
      value: "TARGET",
      help: "the server to judge, as a URL or a target file (default: the first server in the traffic)",
    },
    ...Object.fromEntries(
      Object.entries({ profile, "metrics-url": metricsUrl, "env-prefix": envPrefix, ...CHOSEN_FLAGS }).filter(
        ([, flag]) => flag,
      ),
    ),
    ...RESULT_FLAGS,
    before: BEFORE_FLAG,
  },
  examples: [
    "plumbline judge traffic.har",
    "plumbline judge traffic.har --target https://cluster.example.com --area ERR,PAGE",
    "plumbline judge reports/latest/exchanges.ndjson --target http://127.0.0.1:8080",
  ],
  run: async (given, terminal) => {
    const [path, ...more] = given.words;
    if (path === undefined || more.length > 0)
      throw new UsageError(
        `plumbline judge takes one file with traffic, received ${given.words.length}: plumbline judge traffic.har`,
      );
    const formats = formatsOf(given);
    const apply = knownFailuresOf(given);
    const compare = comparisonWith(given);
    const selection = selectionOf(given, [...requirements, ...trafficRequirements], terminal.environment);
    const traffic = trafficIn(path);
    const { first, rest } = await begun(traffic);
    const target = await givenTarget(given, terminal);
    const judged = target ?? targetOf(first, profilesOf(given));
    if (judged === undefined) throw new UsageError(nothingIn(path, first));
    const folder = given.one("out") ?? "reports/latest";
    const held = new HeldJournal();
    const judge = new TrafficJudge(judged, {
      requirements,
      selection,
      journal: held,
      ...beganAt(first),
      command: `plumbline judge ${path}`,
      toolVersion: VERSION,
      runId: runId(),
    });
    // An exchange may reveal a secret that earlier ones contain, so all are read before the first is judged.
    for await (const one of trafficIn(path)) if (one.kind === "whole") judge.heed(one.exchange);
    const tally = new Map<string, number>();
    const begin = (): void =>
      held.open(() => runFiles(folder, formats, (failure) => terminal.note(`plumbline: ${failure}\n`)));
    const take = (recorded: Recorded): void => {
      if (recorded.kind === "whole") {
        if (OF_TARGET.has(judge.see(recorded.exchange))) begin();
        return;
      }
      const { missed } = recorded.kind === "partial" ? recorded : {};
      if (missed !== undefined && judge.miss(missed) === "operation") begin();
      const why = inWords(recorded);
      tally.set(why, (tally.get(why) ?? 0) + 1);
    };
    try {
      for (const one of first) take(one);
      const ending = await rest(take);
      const { files } = held;
      if (files === undefined) throw new UsageError(nothingIn(path, first, judged));
      const report = compare(apply(await judge.finish(findings(judge, tally, ending))));
      files.journal.close();
      const code = conclude(report, files, given, terminal);
      if (ending.refused === undefined) return code;
      terminal.note(`plumbline: ${ending.refused}\n`);
      return 2;
    } finally {
      held.files?.release();
    }
  },
};

/** Outcomes of an exchange with the target, judged or not. */
const OF_TARGET: ReadonlySet<Passing> = new Set(["judged", "trouble"]);

/** Says why an exchange was left out, and what the user can do about it. */
const inWords = (recorded: Exclude<Recorded, { readonly kind: "whole" }>): string =>
  recorded.kind === "partial" && recorded.advice !== undefined ? `${recorded.why}; ${recorded.advice}` : recorded.why;

interface Begun {
  readonly first: readonly Recorded[];
  /** Passes every other exchange to `take`, and returns how the file ended. */
  readonly rest: (take: (recorded: Recorded) => void) => Promise<Ending>;
}

/** Reads the first exchanges of a file, which show the server that the file is about. */
async function begun(traffic: AsyncGenerator<Recorded, Ending>): Promise<Begun> {
  const first: Recorded[] = [];
  while (first.length < LOOKED_AT) {
    const next = await traffic.next();
    if (next.done) return { first, rest: async () => next.value };
    first.push(next.value);
  }
  const rest: Begun["rest"] = async (take) => {
    for (;;) {
      const next = await traffic.next();
      if (next.done) return next.value;
      take(next.value);
    }
  };
  return { first, rest };
}

/** @throws UsageError for a target that exists only during a run. */
async function givenTarget(given: Given, terminal: Terminal): Promise<Target | undefined> {
  const named = given.one("target");
  if (named === undefined) return undefined;
  if (named === "reference" || named === "prism")
    throw new UsageError(
      `--target ${named} exists only during a run: name the URL of the server that the traffic was with`,
    );
  const { target, close } = await openTarget(given, terminal);
  await close();
  return target;
}

function profilesOf(given: Given) {
  const name = given.one("profile");
  return name === undefined ? EVERY_PROFILE : [profileNamed(name)];
}

function beganAt(recorded: readonly Recorded[]): { readonly began?: number } {
  const times = recorded.flatMap((one) => (one.kind === "whole" ? [one.exchange.startedAt] : []));
  return times.length === 0 ? {} : { began: Math.min(...times) };
}

/** Findings about how much of the file was judged, and about how it ended. */
function findings(judge: TrafficJudge, others: ReadonlyMap<string, number>, { cut }: Ending): readonly DoctorFinding[] {
  const found = trafficFindings(judge, others);
  if (cut === undefined) return found;
  return [
    ...found,
    { subject: "traffic", state: "problem", text: `Plumbline read the file only up to its break: ${cut}` },
  ];
}

function nothingIn(path: string, recorded: readonly Recorded[], target?: Target): string {
  const [seen] = recorded.flatMap((one) =>
    one.kind === "whole" ? [`${one.exchange.request.method} ${one.exchange.request.url.split("?")[0]}`] : [],
  );
  const where = target === undefined ? "" : ` at ${target.baseUrl}`;
  const what = seen === undefined ? "no exchange in it is complete" : `the first is ${seen.slice(0, 200)}`;
  return `${path} has no exchange of the interface${where}: ${what}; name the server with --target and its names with --profile`;
}
