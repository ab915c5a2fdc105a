import { type ChildProcess, spawn } from "node:child_process";
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

/** A reference server in a process of its own. It ends with the process that started it, however that ends. */
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
  /** Ids and names that are there at the start, and after each reset. */
  readonly world: World;
  /** The secrets as environment variables, for a program that is tested against the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes the server back to the start: records, clock, tokens, faults and what was asked. */
  reset(): Promise<void>;
  /** Moves its clock forward, by milliseconds or an ISO 8601 duration such as "PT1H". */
  advance(by: number | string): Promise<void>;
  /** What it was asked since the start or the last reset: the newest thousand, without headers, bodies and secrets. */
  requests(): Promise<readonly AskedEntry[]>;
  /** Switches on these faults and no others, until the next reset. */
  switchFaults(ids: readonly string[]): Promise<void>;
  /** Lets an event happen now, for which configurations of the project raise alerts. */
  raise(eventTypeName: string, where?: { readonly projectId?: string; readonly clusterName?: string }): Promise<void>;
  /** Ends the process; a second call waits for the same end. */
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const START_TIMEOUT = 60_000;
/** How long it may take to end when it is told to, until it is killed. */
const END_TIMEOUT = 10_000;
/** How long after its connections the end of a process may be told. */
const TELLS_ITS_END = 1_000;

/**
 * Starts `plumbline serve` in a process of its own, on free ports, and waits until it is ready. The process does not keep
 * this one from ending.
 * @throws NotReadyError with the last lines of its output when it does not get ready.
 */
export async function startReferenceProcess(options: ReferenceProcessOptions = {}): Promise<ReferenceProcess> {
  const secrets = ownSecrets();
  const { [CONTROL]: _control, ...inherited } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...serveArguments(options)], {
    env: { ...inherited, ...options.environment, ...secrets.environment },
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  // Its input ends with this process; that it went first is told by what waits for it.
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

interface Facts {
  readonly url: string;
  readonly metricsUrl: string;
  readonly controlUrl: string;
  readonly pid: number;
}

/** Waits for the one line that the program prints when it is ready. */
async function ready(child: ChildProcess, lines: LastLines, timeout: number): Promise<Facts> {
  let printed = "";
  const line = new Promise<string>((resolve) => {
    child.stdout?.on("data", function take(part: Buffer) {
      printed += part.toString();
      if (!printed.includes("\n")) return;
      child.stdout?.off("data", take);
      resolve(printed);
    });
  });
  const gone = Promise.race([once(child, "close"), once(child, "error")]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, timeout, "late");
  });
  const first = await Promise.race([line, gone.then((end) => ({ end })), late]);
  clearTimeout(timer);
  if (first === "late")
    throw new NotReadyError(`the reference server was not ready within ${timeout} ms`, lines.read());
  if (typeof first !== "string") throw new NotReadyError(`the reference server ${ending(first.end)}`, lines.read());
  const { url, metricsUrl, controlUrl, pid } = JSON.parse(first) as Facts;
  return { url, metricsUrl, controlUrl, pid };
}

function ending([code, signal]: readonly unknown[]): string {
  if (code instanceof Error) return `could not be started: ${code.message}`;
  return `stopped ${typeof code === "number" ? `with exit code ${code}` : `by ${String(signal)}`} before it was ready`;
}

/** What is said when the control server cannot be asked: mostly that the process is gone, which is told a little later. */
async function lost(child: ChildProcess, lines: LastLines, cause: unknown): Promise<Error> {
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (!isGone()) await Promise.race([once(child, "exit"), wait(TELLS_ITS_END)]);
  const { exitCode, signalCode } = child;
  if (exitCode === null && signalCode === null) return cause instanceof Error ? cause : new Error(String(cause));
  return new NotReadyError(`the reference server has stopped (${exitCode ?? signalCode})`, lines.read());
}

/** What of a child would keep this process from ending. */
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
