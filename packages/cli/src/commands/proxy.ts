import {
  type Credentials,
  requirements,
  type Selection,
  type Target,
  trafficRequirements,
} from "@plumbline/conformance";
import type { Report } from "@plumbline/report";
import type { Command } from "../command.ts";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { BEFORE_FLAG, comparisonWith } from "../output/earlier-run.ts";
import { formatsOf } from "../output/formats.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";
import { runId } from "../output/run-id.ts";
import { expectRecording, RECORDING_FAULT } from "../proxy/har-recording.ts";
import { type Judging, startJudging } from "../proxy/judging.ts";
import type { Commission } from "../proxy/proxy-judge.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { endOf } from "./exec-command.ts";
import { inRun, type Running } from "./in-run.ts";
import { startFront, type Wished } from "./proxy-front.ts";
import { announce, shows } from "./proxy-words.ts";
import { selectionOf } from "./selection.ts";
import { CHOSEN_FLAGS } from "./selection-flags.ts";
import { targetFlags } from "./target-flags.ts";

const { target, profile, fault, variant, ca, "env-prefix": envPrefix } = TARGET_FLAGS;

/** Milliseconds between two flushes of the journal: a proxy that is killed loses no more than these exchanges. */
const SAVED_EVERY = 1_000;

/** `plumbline proxy`: forwards requests to a server, and judges the exchanges. */
export const proxy: Command = {
  name: "proxy",
  summary: "forward requests to a server and judge its answers",
  opensTarget: "or-reference",
  flags: {
    ...Object.fromEntries(
      Object.entries({ target, profile, fault, variant, ca, "env-prefix": envPrefix }).flatMap(present),
    ),
    port: { value: "N", help: "port to listen on (default: a free port)" },
    "keep-host": { help: "forward the Host header of the clients instead of the server's own" },
    exec: { value: "COMMAND", help: "run this command with PLUMBLINE_PROXY_URL set, and end when it ends" },
    tls: { help: "speak https with clients; OUT/proxy-ca.pem holds the certificate authority to trust" },
    "mock-missing": {
      value: "reference",
      help: "let the bundled reference answer operations that the server lacks; the proxy does not judge its answers",
    },
    record: { value: "DIR", help: "record all traffic, without secrets, in DIR/traffic.har" },
    ...CHOSEN_FLAGS,
    ...RESULT_FLAGS,
    before: BEFORE_FLAG,
  },
  examples: [
    "plumbline proxy --target http://127.0.0.1:8080 --port 9090",
    'plumbline proxy --target target.yml --exec "npm run test:e2e"',
    "plumbline proxy --target target.yml --mock-missing reference",
    "plumbline proxy --target reference --fault PG-03",
  ],
  run: async (given, terminal) => {
    const apply = knownFailuresOf(given);
    const compare = comparisonWith(given);
    const mocksMissing = mocksMissingOf(given);
    const selection = selectionOf(given, [...requirements, ...trafficRequirements], terminal.environment);
    const [keepHost, tls] = [given.has("keep-host"), given.has("tls")];
    const port = given.integer("port", 0);
    const place = { folder: given.one("out") ?? "reports/latest", formats: formatsOf(given), goesOn: true } as const;
    const wished = { folder: place.folder, port, keepHost, tls, mocksMissing };
    return inRun(given, terminal, place, async (running) => {
      const { files } = running;
      const judging = startJudging(commissionOf(running.opened.target, selection, given), files.journal);
      const { found, failed } = await passed(running, judging, wished, given, terminal).finally(judging.stop);
      const report = compare(apply(found));
      files.journal.close();
      files.restate(report);
      const code = conclude(report, files, given, terminal);
      const unrecorded = report.doctor.find(({ subject, state }) => subject === RECORDING_FAULT && state === "problem");
      if (unrecorded !== undefined) terminal.note(`plumbline: ${unrecorded.text}\n`);
      if (unrecorded !== undefined) return 2;
      // Exit code 3 says that checks were inconclusive; the failure of the command is more important.
      return code === 0 || (code === 3 && failed !== 0) ? failed : code;
    });
  },
};

/** The settings that the judging thread needs. */
function commissionOf(
  { contract, advanceClock: _clock, ...known }: Target,
  selection: Selection,
  given: Given,
): Commission {
  const record = given.one("record");
  if (record !== undefined) expectRecording(record);
  return {
    target: { ...known, credentials: spoken(known.credentials) },
    profile: contract.profile,
    selection,
    command: `plumbline proxy${targetFlags(given)}`,
    toolVersion: VERSION,
    runId: runId(),
    ...(record !== undefined && { record }),
  };
}

/**
 * Forwards until the user stops the run or the command of --exec ends. Returns the report, and the exit code of that
 * command.
 */
async function passed(
  { opened, files, signal }: Running,
  judging: Judging,
  wished: Wished,
  given: Given,
  terminal: Terminal,
): Promise<{ readonly found: Report; readonly failed: number }> {
  const front = await startFront(opened, judging, wished, (text) => terminal.note(text));
  const { forwarder, beside, standIn, authority } = front;
  const saving = setInterval(() => files.journal.flush(), SAVED_EVERY);
  const stopShowing = shows(judging, terminal, given.has("quiet"));
  const close = async (): Promise<void> => {
    stopShowing();
    clearInterval(saving);
    await Promise.all([forwarder.close(), beside?.close()]);
    await standIn?.close();
  };
  announce(front, opened.target, terminal);
  const urls = {
    ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority, PLUMBLINE_PROXY_CA: authority }),
    PLUMBLINE_PROXY_URL: forwarder.url,
    ...(beside !== undefined && { PLUMBLINE_PROXY_METRICS_URL: beside.url }),
  };
  const ended = Promise.race([endOf(given.one("exec"), urls, signal, terminal), judging.failure]);
  const failed = await ended.finally(close);
  const all = new Map([...front.leftOut, ...(standIn?.leftOut ?? [])]);
  return { found: await judging.finish(all, standIn?.findings), failed };
}

/** @throws UsageError for any value except `reference`. */
function mocksMissingOf(given: Given): boolean {
  const named = given.one("mock-missing");
  if (named === undefined || named === "reference") return named !== undefined;
  throw new UsageError(
    `--mock-missing takes the word reference, received "${named}": only the bundled reference can answer operations that the server lacks`,
  );
}

function present<T>([name, value]: readonly [string, T | undefined]): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[name, value]];
}

/** Credentials that can be passed to another thread. It sends no requests, so it needs no source of tokens. */
function spoken({ byRole, ...keys }: Credentials): Credentials {
  return { ...withoutTokens(keys), ...(byRole && { byRole: withoutTokens(byRole) }) };
}

const withoutTokens = <T extends object>(keys: T): T =>
  Object.fromEntries(Object.entries(keys).filter(([, key]) => key?.scheme !== "bearer")) as T;
