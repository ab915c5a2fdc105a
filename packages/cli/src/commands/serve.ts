import { once } from "node:events";
import { type NotificationEntry, type ReferenceOptions, startReference, worldFileSchema } from "@plumbline/reference";
import { atlas, bindContract, type Contract, type Profile, SPEED } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { type AskedEntry, askedEntry } from "../control/asked-entry.ts";
import { controlPortIn } from "../control/control-address.ts";
import { controlToken } from "../control/control-token.ts";
import { isOfThisMachine } from "../control/is-of-this-machine.ts";
import { RecentEntries } from "../control/recent-entries.ts";
import { type Control, startControl } from "../control/start-control.ts";
import type { Given } from "../flags.ts";
import { stopSignal } from "../stop-signal.ts";
import { bundledProfile, isProfileFile } from "../target-file/profile.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { type AccessLog, openAccessLog } from "./access-log.ts";
import { clockFrom } from "./clock-from.ts";
import { givenSecrets } from "./given-secrets.ts";
import { listening } from "./listening.ts";
import { openReadyFile, readyFacts } from "./ready.ts";
import { openTo, printTarget, printText, type Shown } from "./serve-words.ts";

/** `plumbline serve`: runs the reference as an emulator. */
export const serve: Command = {
  name: "serve",
  summary: "serve the reference implementation of the API",
  flags: {
    port: { value: "N", help: "port to listen on (default: a free port)" },
    host: { value: "ADDRESS", help: "address to listen on (default 127.0.0.1)" },
    control: {
      value: "PORT",
      help: "also open a control server on this port: with it, tests reset the records, move the clock and read the requests so far (default: PLUMBLINE_CONTROL, else none)",
    },
    profile: { value: "NAME", help: "the names that the server uses: neutral (default), atlas or a profile file" },
    fault: { value: "ID", many: true, help: "switch on a fault; plumbline list faults shows them" },
    variant: {
      value: "ID",
      many: true,
      help: "switch on a variant (different, but correct); plumbline list variants shows them",
    },
    seed: { value: "N", help: "determines the ids of the records at the start (default 1)" },
    world: { value: "FILE", help: "start with the records of this file, instead of the default records or with them" },
    "print-world-schema": { help: "print the JSON Schema of a --world file, for editors, and end" },
    data: { value: "DIR", help: "keep the state in this folder across restarts and crashes" },
    clock: {
      value: "TIME",
      help: "start the server's clock at this time, such as 2026-01-01T00:00:00Z (default: the machine's time)",
    },
    speed: {
      value: "N",
      help: "finish snapshots, outages, tokens and other slow operations N times as fast (1 to 1000)",
    },
    lenient: { help: "accept digests whose uri lacks the query, as several clients send them" },
    latency: { value: "MS", help: "wait this long before every answer" },
    "notification-sink": {
      value: "URL",
      help: "post all alert notifications to this address instead of their own targets",
    },
    "access-log": { value: "FILE", help: "append a line for each request to this file; - is standard output" },
    quiet: { help: "print no access log on standard error" },
    json: { help: "print one line of JSON instead of text, without the secrets of the keys" },
    "ready-file": { value: "FILE", help: "write that JSON to a file, which exists while the server is ready" },
    "end-with-stdin": { help: "end when standard input ends, which shows that the starting program is gone" },
    "print-target": { help: "print a target file for this server, and on standard error the variables that it names" },
  },
  examples: [
    "plumbline serve --port 8080",
    "plumbline serve --profile atlas",
    "plumbline serve --fault PG-03",
    "plumbline serve --data ./state --access-log access.log",
    "plumbline serve --world world.yml --port 8080",
    "plumbline serve --port 8080 --control 8081",
    "plumbline serve --host 0.0.0.0 --port 8080 --control 8081 --ready-file ready.json",
    "plumbline serve --quiet --print-target > target.yml",
    "plumbline serve --speed 60 --quiet --print-target > target.yml",
  ],
  run: async (given, terminal) => {
    if (given.has("print-world-schema")) {
      terminal.out(`${JSON.stringify(worldFileSchema, undefined, 2)}\n`);
      return 0;
    }
    const { environment } = terminal;
    const controlPort = given.integer("control", 0) ?? controlPortIn(environment);
    const token = controlToken(environment);
    const settings = settingsOf(given);
    const { host, port } = settings;
    const profile = await profileNamed(given.one("profile"));
    const secrets = givenSecrets(environment);
    const worldPath = given.one("world");
    const file =
      worldPath === undefined ? undefined : (await import("../world-file/read-world.ts")).readWorld(worldPath);
    const readyFile = openReadyFile(given.one("ready-file"));
    const log = openAccessLog(given.one("access-log"), given.has("quiet"), terminal);
    const requests = new RecentEntries<AskedEntry>(MOST_KEPT);
    const notifications = new RecentEntries<NotificationEntry>(MOST_KEPT);
    const starting = startReference({
      profile,
      faults: given.all("fault") ?? [],
      variants: given.all("variant") ?? [],
      secrets,
      seed: given.integer("seed", 0) ?? 1,
      ...heardBy(log, { requests, notifications }, bindContract(profile)),
      ...settings,
      asPublic: profile.product === atlas.product,
      ...(file && { world: file.world, environment }),
    });
    const reference = await listening(file === undefined ? starting : file.located(starting), { host, port });
    let control: Control | undefined;
    try {
      if (controlPort !== undefined) {
        const place = { host: host ?? "127.0.0.1", port: controlPort };
        const state = { reference, token, version: VERSION, began: Date.now(), requests, notifications };
        control = await listening(startControl(state, place), { ...place, flag: "control" });
      }
      // Registered before the announcement, because a reader of it may send the signal at once.
      const told = Promise.race([stopSignal(), given.has("end-with-stdin") ? endOfInput() : forEver()]);
      const ready = readyFacts(reference, control?.url);
      readyFile.write(ready);
      if (host !== undefined && !isOfThisMachine(host)) terminal.note(openTo(host));
      await tell({ reference, ready, control: control && { url: control.url, token } }, given, terminal);
      await told;
      readyFile.remove();
      await control?.close();
      // A second signal skips the grace period.
      await Promise.race([reference.close(GRACE), stopSignal().then(() => reference.close())]);
    } finally {
      readyFile.remove();
      await control?.close();
      await reference.close();
      log.close();
    }
    return 0;
  },
};

/** Writes what the server says to the access log, and to the lists of the control server. */
function heardBy(
  log: AccessLog,
  kept: { readonly requests: RecentEntries<AskedEntry>; readonly notifications: RecentEntries<NotificationEntry> },
  contract: Contract,
): Pick<ReferenceOptions, "onNotification" | "onRequest"> {
  return {
    onRequest: (entry) => {
      log.request(entry);
      if (entry.beforeReset !== true) kept.requests.add(askedEntry(entry, contract));
    },
    onNotification: (entry) => {
      log.notification(entry);
      if (entry.beforeReset !== true) kept.notifications.add(entry);
    },
  };
}

/** The settings of the reference that depend on flags alone. */
function settingsOf(given: Given) {
  return optional({
    host: given.one("host"),
    port: given.integer("port", 0),
    dataFolder: given.one("data"),
    clock: clockFrom(given.one("clock")),
    speed: speedOf(given),
    lenient: given.has("lenient"),
    latencyMilliseconds: given.integer("latency", 0),
    notificationSink: given.one("notification-sink"),
  });
}

/** Announces that the server is ready, in the form that the flags ask for. */
async function tell(shown: Shown, given: Given, terminal: Terminal): Promise<void> {
  const { ready, control } = shown;
  if (given.has("json"))
    terminal.out(`${JSON.stringify({ ...ready, ...(control && { controlToken: control.token }) })}\n`);
  else if (given.has("print-target")) await printTarget(shown, terminal);
  else printText(shown, terminal);
}

/** Loads the reader of profile files only when a file is named. */
async function profileNamed(name = "neutral"): Promise<Profile> {
  if (!isProfileFile(name)) return bundledProfile(name);
  return (await import("../target-file/profile-file.ts")).readProfileFile(name).profile;
}

/** How many requests, and how many notifications, the control server can show: a few hundred kilobytes. */
const MOST_KEPT = 1_000;

/** Milliseconds in which pending requests may still be answered after the server is told to stop. */
const GRACE = 5_000;

/**
 * Resolves when standard input ends. The starting program holds the other end of the pipe, which closes even when that
 * program is killed.
 */
async function endOfInput(): Promise<void> {
  const { stdin } = process;
  stdin.on("error", () => stdin.destroy());
  // Standard input must not keep the process alive once a signal has ended the server. A file cannot, and has no unref.
  if ("unref" in stdin) stdin.unref();
  await Promise.race([once(stdin.resume(), "end"), once(stdin, "close")]);
}

const forEver = (): Promise<never> => new Promise(() => {});

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Drops the members that are undefined, because an absent member means the default. */
function optional<T extends object>(settings: T): Present<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Present<T>;
}

function speedOf(given: Given): number | undefined {
  const speed = given.integer("speed", 1);
  if (speed === undefined || speed <= SPEED.maximum) return speed;
  throw new UsageError(`--speed takes an integer from 1 to ${SPEED.maximum}, received ${speed}`);
}
