import { once } from "node:events";
import { type Clock, describeReference, machineClock, startReference } from "@plumbline/reference";
import { SPEED } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import type { Given } from "../flags.ts";
import { exportLines, referenceTargetText } from "../target-file/of-reference.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import { UsageError } from "../usage-error.ts";
import { openAccessLog } from "./access-log.ts";
import { givenSecrets } from "./given-secrets.ts";
import { listening } from "./listening.ts";

export const serve: Command = {
  name: "serve",
  summary: "serve the reference implementation",
  flags: {
    port: { value: "N", help: "port to listen at (default: a free one)" },
    host: { value: "ADDRESS", help: "address to listen at (default 127.0.0.1)" },
    profile: { value: "NAME", help: "the names it speaks: neutral (default), atlas or a file of names" },
    fault: { value: "ID", many: true, help: "be wrong in this way; plumbline list faults shows them" },
    variant: { value: "ID", many: true, help: "be right in another way; plumbline list variants shows them" },
    seed: { value: "N", help: "decides the ids of the seeded world (default 1)" },
    data: { value: "DIR", help: "keep the state in this folder, over restarts and crashes" },
    clock: { value: "TIME", help: "begin at this moment, such as 2026-01-01T00:00:00Z (default: the machine's)" },
    speed: {
      value: "N",
      help: "be done with snapshots, outages, tokens and all that takes its time N times as fast (1 to 1000)",
    },
    lenient: { help: "take digests whose uri leaves out the query, as several clients send them" },
    latency: { value: "MS", help: "wait before every answer" },
    "notification-sink": {
      value: "URL",
      help: "post the notifications of alerts to this address, whatever their target",
    },
    "access-log": { value: "FILE", help: "add a line for each request to this file; - is standard output" },
    quiet: { help: "no access log on standard error" },
    "print-target": { help: "print a target file of it, and on standard error the variables that it names" },
  },
  examples: [
    "plumbline serve --port 8080",
    "plumbline serve --profile atlas",
    "plumbline serve --fault PG-03",
    "plumbline serve --data ./state --access-log access.log",
    "plumbline serve --quiet --print-target > target.yml",
    "plumbline serve --speed 60 --quiet --print-target > target.yml",
  ],
  run: async (given, terminal) => {
    const host = given.one("host");
    const port = given.integer("port", 0);
    const settings = optional({
      host,
      port,
      dataFolder: given.one("data"),
      clock: clockFrom(given.one("clock")),
      speed: speedOf(given),
      lenient: given.has("lenient"),
      latencyMilliseconds: given.integer("latency", 0),
      notificationSink: given.one("notification-sink"),
    });
    const log = openAccessLog(given.one("access-log"), given.has("quiet"), terminal);
    const reference = await listening(
      startReference({
        profile: profileNamed(given.one("profile")),
        faults: given.all("fault") ?? [],
        variants: given.all("variant") ?? [],
        secrets: givenSecrets(terminal.environment),
        seed: given.integer("seed", 0) ?? 1,
        onRequest: log.request,
        onNotification: log.notification,
        ...settings,
      }),
      { host, port },
    );
    if (given.has("print-target")) {
      terminal.note(exportLines(reference));
      terminal.out(referenceTargetText(reference));
    } else terminal.out(`${describeReference(reference)}\n`);
    await stopSignal();
    // Whoever is in a hurry asks twice.
    await Promise.race([reference.close(GRACE), stopSignal().then(() => reference.close())]);
    log.close();
    return 0;
  },
};

/** How long requests that are under way may take to be answered once the server is told to stop. */
const GRACE = 5_000;

const stopSignal = (): Promise<unknown> => Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Without the members that are undefined: those mean the default, and say so by being absent. */
function optional<T extends object>(settings: T): Present<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Present<T>;
}

function speedOf(given: Given): number | undefined {
  const speed = given.integer("speed", 1);
  if (speed === undefined || speed <= SPEED.maximum) return speed;
  throw new UsageError(`--speed takes an integer from 1 to ${SPEED.maximum}, received ${speed}`);
}

/** A clock that runs like the machine's, from another moment on. */
function clockFrom(text: string | undefined): Clock | undefined {
  if (text === undefined) return undefined;
  const start = Date.parse(text);
  if (Number.isNaN(start))
    throw new UsageError(`--clock takes a moment such as 2026-01-01T00:00:00Z, received "${text}"`);
  const clock = machineClock();
  clock.advance(start - Date.now());
  return clock;
}
