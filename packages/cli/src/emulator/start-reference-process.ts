import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { World } from "@plumbline/reference";
import type { AskedEntry } from "../control/asked-entry.ts";
import { CONTROL } from "../control/control-address.ts";
import { ControlClient } from "./control-client.ts";
import { LastLines } from "./last-lines.ts";
import { NotReadyError } from "./not-ready-error.ts";
import { type ReferenceProcessOptions, serveArguments } from "./options.ts";
import { type OwnSecrets, ownSecrets } from "./own-secrets.ts";

export type { AskedEntry } from "../control/asked-entry.ts";
export { NotReadyError } from "./not-ready-error.ts";
export type { ReferenceProcessOptions } from "./options.ts";
export type { EmulatorKey } from "./own-secrets.ts";

/** A reference server in its own process. The server ends with the process that started it, even if that is killed. */
export interface ReferenceProcess extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly metricsUrl: string;
  readonly controlUrl: string;
  readonly pid: number;
  /** A key for each role, by label; `all` holds every role. */
  readonly keys: OwnSecrets["keys"];
  readonly serviceAccount: OwnSecrets["serviceAccount"];
  readonly metrics: OwnSecrets["metrics"];
  /** Ids and names of records that exist at the start and after each reset. */
  readonly world: World;
  /** The secrets as environment variables, for a program under test that calls the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the server to its initial state: records, clock, tokens, faults and the list of requests. */
  reset(): Promise<void>;
  /** Moves the server's clock forward, by milliseconds or an ISO 8601 duration such as "PT1H". */
  advance(by: number | string): Promise<void>;
  /** The newest 1,000 requests since the start or the last reset, without headers, bodies and secrets. */
  requests(): Promise<readonly AskedEntry[]>;
  /** Switches on these faults and no others, until the next reset. */
  switchFaults(ids: readonly string[]): Promise<void>;
  /** Creates an event now, for which alert configurations of the project raise alerts. */
  raise(eventTypeName: string, where?: { readonly projectId?: string; readonly clusterName?: string }): Promise<void>;
  /** Ends the process; a second call waits for the same end. */
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const START_TIMEOUT = 60_000;
/** Milliseconds in which the process must end when it is told to; after that it is killed. */
const END_TIMEOUT = 10_000;
/** Milliseconds by which the exit of a process may be reported later than the end of its connections. */
const TELLS_ITS_END = 1_000;

/**
 * Starts `plumbline serve` in its own process, on free ports, and waits until it is ready. That process does not keep
 * this one alive.
 * @throws NotReadyError with the last lines of its output when it does not become ready.
 */
export async function startReferenceProcess(options: ReferenceProcessOptions = {}): Promise<ReferenceProcess> {
  const secrets = ownSecrets();
  const { [CONTROL]: _control, ...inherited } = process.env;
  const child = spawned(serveArguments(options), { ...inherited, ...options.environment, ...secrets.environment });
  // The pipe breaks when the server has stopped. `ready` and `lost` report that, so the error is ignored here.
  child.stdin.on("error", () => undefined);
  const lines = new LastLines();
  child.stderr.on("data", (part: Buffer) => lines.add(part.toString()));
  const close = closer(child);
  try {
    const timeout = options.startTimeout ?? START_TIMEOUT;
    const facts = await ready(child, lines, timeout);
    const control = new ControlClient(facts.controlUrl, secrets.token, (cause) => lost(child, lines, cause));
    const world = (await control.ask("GET", "/world")) as unknown as World;
    child.stdout.on("data", (part: Buffer) => lines.add(part.toString()));
    release(child);
    return {
      ...facts,
      keys: secrets.keys,
      serviceAccount: secrets.serviceAccount,
      metrics: secrets.metrics,
      world,
      environment: secrets.environment,
      reset: async () => void (await control.ask("POST", "/reset")),
      advance: async (by) => void (await control.ask("POST", "/clock", { advance: by })),
      requests: () => control.requests(),
      switchFaults: async (ids) => void (await control.ask("POST", "/faults", { faults: ids })),
      raise: async (eventTypeName, where) => void (await control.ask("POST", "/events", { eventTypeName, ...where })),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws NotReadyError for an error that Node reports at once; it reports others later, as an event. */
function spawned(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  try {
    return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  } catch (error) {
    throw new NotReadyError(`the reference server ${ending([error])}`, "");
  }
}

interface Facts {
  readonly url: string;
  readonly metricsUrl: string;
  readonly controlUrl: string;
  readonly pid: number;
}

/** Waits for the line that the program prints when it is ready. */
async function ready(child: ChildProcess, lines: LastLines, timeout: number): Promise<Facts> {
  const line = firstLine(child, lines);
  // `once` of Node would reject on an error. The streams may hold the reason for an exit until they close.
  const gone = new Promise<{ readonly end: readonly unknown[] }>((resolve) => {
    child.once("close", (...end) => resolve({ end }));
    child.once("error", (error) => resolve({ end: [error] }));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, timeout, "late");
  });
  const first = await Promise.race([line, gone, late]).finally(() => clearTimeout(timer));
  if (first === "late")
    throw new NotReadyError(`the reference server was not ready within ${timeout} ms`, lines.read());
  if (typeof first !== "string") throw new NotReadyError(`the reference server ${ending(first.end)}`, lines.read());
  const { url, metricsUrl, controlUrl, pid } = JSON.parse(first) as Facts;
  return { url, metricsUrl, controlUrl, pid };
}

/** The first line that a process prints; further output goes to `lines`. */
function firstLine(child: ChildProcess, lines: LastLines): Promise<string> {
  let printed = "";
  return new Promise((resolve) => {
    child.stdout?.on("data", function take(part: Buffer) {
      printed += part.toString();
      const end = printed.indexOf("\n");
      if (end < 0) return;
      child.stdout?.off("data", take);
      lines.add(printed.slice(end + 1));
      resolve(printed.slice(0, end));
    });
  });
}

function ending([code, signal]: readonly unknown[]): string {
  if (code instanceof Error) return `could not be started: ${code.message}`;
  return `stopped ${typeof code === "number" ? `with exit code ${code}` : `by ${String(signal)}`} before it was ready`;
}

/**
 * The error for a control server that does not answer. The usual cause is that the process has stopped, which is
 * reported a little later than the failure of the connection.
 */
async function lost(child: ChildProcess, lines: LastLines, cause: unknown): Promise<Error> {
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (!isGone()) await Promise.race([once(child, "exit"), wait(TELLS_ITS_END)]);
  const { exitCode, signalCode } = child;
  if (exitCode === null && signalCode === null) return cause instanceof Error ? cause : new Error(String(cause));
  return new NotReadyError(`the reference server has stopped (${exitCode ?? signalCode})`, lines.read());
}

/** The handles of a child that would keep this process alive. */
const holds = (child: ChildProcess) =>
  [child, child.stdin, child.stdout, child.stderr] as readonly (null | { ref(): unknown; unref(): unknown })[];

function release(child: ChildProcess): void {
  for (const one of holds(child)) one?.unref();
}

function closer(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    child.ref();
    child.kill("SIGTERM");
    const killing = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT);
    await ended;
    clearTimeout(killing);
  };
  return () => {
    closing ??= close();
    return closing;
  };
}
