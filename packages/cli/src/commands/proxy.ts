import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { type Credentials, requirements, trafficRequirements } from "@plumbline/conformance";
import type { Command } from "../command.ts";
import { writeOwnFile } from "../files/own-file.ts";
import type { Given } from "../flags.ts";
import { knownFailuresOf } from "../known-failures/given.ts";
import { conclude } from "../output/conclude.ts";
import { BEFORE_FLAG, comparisonWith } from "../output/earlier-run.ts";
import { formatsOf } from "../output/formats.ts";
import { withFolder } from "../output/report-folder.ts";
import { RESULT_FLAGS } from "../output/result-flags.ts";
import { runId } from "../output/run-id.ts";
import { type Forwarder, startForwarder } from "../proxy/forwarder.ts";
import { expectRecording, RECORDING_FAULT } from "../proxy/har-recording.ts";
import { type Judging, startJudging } from "../proxy/judging.ts";
import { LOSSES } from "../proxy/loss.ts";
import type { StandIn } from "../proxy/missing/stand-in.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import type { OpenedTarget } from "../targets/opened-target.ts";
import { REWRITE, type Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { inRun } from "./in-run.ts";
import { listening } from "./listening.ts";
import { selectionOf } from "./selection.ts";
import { CHOSEN_FLAGS } from "./selection-flags.ts";
import { targetFlags } from "./target-flags.ts";

const { target, profile, fault, variant, ca, "env-prefix": envPrefix } = TARGET_FLAGS;

/** Milliseconds after which what passed is on disk, whatever becomes of the proxy. */
const SAVED_EVERY = 1_000;

export const proxy: Command = {
  name: "proxy",
  summary: "stand before a server, and judge what it answers to others",
  flags: {
    ...Object.fromEntries(
      Object.entries({ target, profile, fault, variant, ca, "env-prefix": envPrefix }).flatMap(present),
    ),
    port: { value: "N", help: "port to listen at (default: a free one)" },
    "keep-host": { help: "send the Host that clients send, in place of the server's own" },
    exec: { value: "COMMAND", help: "run this with PLUMBLINE_PROXY_URL set, and end when it ends" },
    tls: { help: "speak https with clients, by an authority of its own that OUT/proxy-ca.pem has" },
    "mock-missing": {
      value: "reference",
      help: "let the bundled reference answer operations that the server does not have; none of that is judged",
    },
    record: { value: "DIR", help: "keep all that passes, without secrets, in DIR/traffic.har" },
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
    if (given.words.length > 0)
      throw new UsageError(
        `plumbline proxy takes no words besides flags, received "${given.words.join(" ")}": name the server with --target, and a command with --exec "..."`,
      );
    const apply = knownFailuresOf(given);
    const compare = comparisonWith(given);
    const mocksMissing = mocksMissingOf(given);
    const selection = selectionOf(given, [...requirements, ...trafficRequirements], terminal.environment);
    const port = given.integer("port", 0);
    const place = { folder: given.one("out") ?? "reports/latest", formats: formatsOf(given), goesOn: true } as const;
    return inRun(given, terminal, place, async ({ opened, files, signal }) => {
      const { contract, advanceClock: _clock, ...known } = opened.target;
      const record = given.one("record");
      if (record !== undefined) expectRecording(record);
      const judging = startJudging(
        {
          target: { ...known, credentials: spoken(known.credentials) },
          profile: contract.profile,
          selection,
          command: `plumbline proxy${targetFlags(given)}`,
          toolVersion: VERSION,
          runId: runId(),
          ...(record !== undefined && { record }),
        },
        files.journal,
      );
      const leftOut = new Map<string, number>();
      const leaveOut = (why: string): void => void leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
      const { baseUrl, metricsUrl } = opened.target;
      const { ca, rejectUnauthorized } = opened.connection;
      const standIn = mocksMissing ? await newStandIn(opened) : undefined;
      const certificate = given.has("tls") ? await newCertificate() : undefined;
      const authority = certificate && saveAuthority(place.folder, certificate.authority);
      const forwards = (upstream: string, at: number | undefined): Promise<Forwarder> =>
        listening(
          startForwarder({
            upstream,
            keepHost: given.has("keep-host"),
            ...(at !== undefined && { port: at }),
            ...(certificate && { tls: certificate }),
            ...(ca !== undefined && { ca }),
            ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
            ...(standIn && { instead: standIn }),
            room: judging.room,
            onTaken: (taken) => {
              standIn?.saw(taken);
              judging.take(taken);
            },
            onLost: (loss, message, sent) => {
              if (sent !== undefined) judging.miss(sent);
              leaveOut(LOSSES[loss]);
              if (loss === "proxy") terminal.note(`plumbline: ${LOSSES.proxy}: ${message}\n`);
            },
          }),
          { host: undefined, port: at },
        );
      const forwarder = await forwards(baseUrl, port);
      // Metrics discovery may be a server of its own.
      const isApart = metricsUrl !== undefined && new URL(metricsUrl).origin !== new URL(baseUrl).origin;
      const beside = isApart ? await forwards(metricsUrl, undefined) : undefined;
      const saving = setInterval(() => files.journal.flush(), SAVED_EVERY);
      const stopShowing = shows(judging, terminal, given.has("quiet"));
      terminal.out(`${forwarder.url} forwards to ${baseUrl}\n`);
      if (beside !== undefined) terminal.out(`${beside.url} forwards to ${metricsUrl}\n`);
      if (standIn !== undefined) terminal.out(STANDS_IN);
      if (authority !== undefined) terminal.out(trustedBy(authority));
      const urls = {
        ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: authority, PLUMBLINE_PROXY_CA: authority }),
        PLUMBLINE_PROXY_URL: forwarder.url,
        ...(beside !== undefined && { PLUMBLINE_PROXY_METRICS_URL: beside.url }),
      };
      const failed = await Promise.race([ended(given.one("exec"), urls, signal, terminal), judging.failure]);
      stopShowing();
      clearInterval(saving);
      await Promise.all([forwarder.close(), beside?.close()]);
      await standIn?.close();
      const all = new Map([...leftOut, ...(standIn?.leftOut ?? [])]);
      const report = compare(apply(await judging.finish(all, standIn?.findings)));
      files.journal.close();
      files.restate(report);
      const code = conclude(report, files, given, terminal);
      const unrecorded = report.doctor.find(({ subject, state }) => subject === RECORDING_FAULT && state === "problem");
      if (unrecorded !== undefined) terminal.note(`plumbline: ${unrecorded.text}\n`);
      if (unrecorded !== undefined) return 2;
      // What nobody could examine is no news beside a command that failed.
      return code === 0 || (code === 3 && failed !== 0) ? failed : code;
    });
  },
};

/** Loaded where it is wanted, as hardly anybody does. */
const newCertificate = async () => (await import("../proxy/throwaway-authority.ts")).throwawayCertificate();

/** Loaded where it is wanted, with the reference that it starts. */
const newStandIn = async (opened: OpenedTarget): Promise<StandIn> =>
  (await import("../proxy/missing/stand-in.ts")).standIn(opened);

/** @throws UsageError when anything else than the reference is to answer. */
function mocksMissingOf(given: Given): boolean {
  const named = given.one("mock-missing");
  if (named === undefined || named === "reference") return named !== undefined;
  throw new UsageError(
    `--mock-missing takes the word reference, received "${named}": what the server does not have can be answered by the bundled reference alone`,
  );
}

const STANDS_IN = "what it does not have is answered by the reference, with plumbline-answered-by: reference\n";

/** Writes the certificate that clients have to trust, and returns where it stands. */
function saveAuthority(folder: string, certificate: string): string {
  const path = resolve(folder, "proxy-ca.pem");
  withFolder(folder, () => writeOwnFile(path, certificate));
  return path;
}

const trustedBy = (path: string): string => `
Clients have to trust the authority that was made for this session; it can sign nothing else:
  curl     --cacert ${path}
  Node     NODE_EXTRA_CA_CERTS=${path}
  others   SSL_CERT_FILE=${path}
`;

/** Credentials as another thread can have them: it sends nothing, so no source of tokens. */
function spoken({ byRole, ...keys }: Credentials): Credentials {
  return { ...withoutTokens(keys), ...(byRole && { byRole: withoutTokens(byRole) }) };
}

const withoutTokens = <T extends object>(keys: T): T =>
  Object.fromEntries(Object.entries(keys).filter(([, key]) => key?.scheme !== "bearer")) as T;

function present<T>([name, value]: readonly [string, T | undefined]): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[name, value]];
}

/** Waits for a command to end, or for whoever looks on to end it; returns the command's exit code, 0 without one. */
async function ended(
  command: string | undefined,
  urls: Readonly<Record<string, string>>,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  if (command === undefined) {
    if (!signal.aborted) await once(signal, "abort");
    return 0;
  }
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, ...urls } });
  signal.addEventListener("abort", () => child.kill("SIGTERM"));
  const [code] = await Promise.race([once(child, "exit"), once(child, "error").then(() => [1])]);
  const status = typeof code === "number" ? code : 1;
  if (status !== 0) terminal.note(`plumbline: the command ended with ${status}\n`);
  return status;
}

/** Says how much has passed, where somebody looks on. */
function shows(judging: Judging, terminal: Terminal, quiet: boolean): () => void {
  if (quiet || !terminal.interactive) return () => undefined;
  const timer = setInterval(() => {
    const { passed, broken } = judging.progress;
    const { judged, elsewhere, unknown, trouble } = passed;
    const all = judged + elsewhere + unknown + trouble;
    terminal.note(`${REWRITE}${all} exchanges, ${judged} judged, ${broken} broken rules; Ctrl-C writes the report`);
  }, 250);
  return () => {
    clearInterval(timer);
    terminal.note(REWRITE);
  };
}
