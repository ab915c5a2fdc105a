import type { Server } from "node:http";
import { isIPv6 } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { neutral, SPEED } from "@plumbline/schemas";
import { type Clock, machineClock } from "./clock.ts";
import { type Era, Eras, type ErasParts } from "./eras.ts";
import type { Incoming } from "./http/incoming.ts";
import { listen } from "./http/listen.ts";
import { type Answer, PLAIN, renderRefusal } from "./http/render.ts";
import { stop } from "./http/stop.ts";
import { InvalidSpeedError } from "./invalid-speed-error.ts";
import type { AccessEntry, ReferenceOptions } from "./options.ts";
import { InvalidWorldError } from "./own-world/invalid-world-error.ts";
import { ownProblems } from "./own-world/own-problems.ts";
import type { EventPlace, NotRaised, Reference } from "./reference.ts";
import { Refusal } from "./refusal.ts";
import { makeSecrets } from "./secrets.ts";
import { METRICS_PATH, type Service } from "./service.ts";
import type { Storage } from "./storage/storage.ts";
import { variantsNamed } from "./variants/variants.ts";
import { adopt } from "./world/adopt.ts";
import { EVENT_TYPES } from "./world/event-types.ts";
import type { State } from "./world/state.ts";

/**
 * Starts a reference server. Options that are not given are random or new.
 * @throws UnknownFaultError or UnknownVariantError for an id that does not exist; InvalidProfileError for a profile
 * that cannot work; InvalidSpeedError for a speed out of range; InvalidWorldError for a world that cannot be created;
 * UnusableFolderError if `dataFolder` cannot be used.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { profile = neutral, host = "127.0.0.1", port = 0, speed = 1 } = options;
  if (!(speed >= SPEED.minimum && speed <= SPEED.maximum)) throw new InvalidSpeedError(speed);
  const problems = options.world === undefined ? [] : ownProblems(options.world, options.environment ?? {});
  if (problems.length > 0) throw new InvalidWorldError(problems);
  const variants = variantsNamed(options.variants ?? []);
  const own = options.clock ?? machineClock();
  const clock = variants.reduce((inner, variant) => variant.clock?.(inner) ?? inner, own);
  const secrets = makeSecrets(options.secrets);
  const storage = options.dataFolder === undefined ? undefined : await openStorage(options.dataFolder);
  const eras = opened({ options, profile, speed, variants, clock, secrets, storage });
  const release = async (): Promise<void> => {
    await eras.close();
    storage?.close();
  };
  const listening = listen({
    host,
    port,
    patience: options.patienceMilliseconds ?? PATIENCE,
    now: () => own.now(),
    answer: (request) => answer(eras.current, request, options),
    garbled: (status) => renderRefusal(eras.current.service, undefined, PLAIN, garbled(status)),
  });
  const { server, port: bound } = await listening.catch(async (error: unknown) => {
    await release();
    throw error;
  });
  // Requests carry out due actions anyway. With a sink, actions that come due between requests must not wait for the
  // next one.
  const settling =
    options.notificationSink === undefined ? undefined : setInterval(() => settle(eras.current.service), SETTLES_EVERY);
  settling?.unref();
  const end = async (graceMilliseconds: number): Promise<void> => {
    clearInterval(settling);
    await stop(server, graceMilliseconds);
    await release();
  };
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${bound}`;
  return referenceOf({ url, profile, speed, variants, clock, own, secrets, eras, server, end });
}

/** The parts of a listening reference. */
interface Running extends Pick<ErasParts, "profile" | "speed" | "variants" | "clock" | "secrets"> {
  readonly url: string;
  /** The given clock, without the changes of variants. */
  readonly own: Clock;
  readonly eras: Eras;
  readonly server: Server;
  readonly end: (graceMilliseconds: number) => Promise<void>;
}

function referenceOf({ url, profile, speed, variants, clock, own, secrets, eras, server, end }: Running): Reference {
  const { contract, world, keys } = eras.current.service;
  let ending: Promise<void> | undefined;
  return {
    url,
    metricsUrl: url + METRICS_PATH,
    profile,
    contract,
    clock,
    speed,
    world,
    keys,
    serviceAccount: secrets.serviceAccount,
    blockedServiceAccount: secrets.blockedServiceAccount,
    metrics: secrets.metrics,
    get faults() {
      return eras.current.faults;
    },
    variants: variants.map(({ id }) => id),
    raise: (eventTypeName, { projectId = world.projectId, clusterName = world.clusterName } = {}) =>
      raise(eras.current.service, eventTypeName, { projectId, clusterName }, clock.now()),
    adopt: (place) => adopt(place, eras.current.service, clock.now()),
    reset: () => {
      const ahead = clock.now();
      own.rewind?.();
      try {
        eras.reset();
      } catch (error) {
        clock.advance(ahead - clock.now());
        throw error;
      }
    },
    switchFaults: (ids) => eras.switchFaults(ids),
    close: (graceMilliseconds = 0) => {
      if (graceMilliseconds <= 0) server.closeAllConnections();
      ending ??= end(graceMilliseconds);
      return ending;
    },
  };
}

/** Raises an event in a project for the operator of the server. */
function raise(
  { alerting, keep, state }: Service,
  eventTypeName: string,
  { projectId, clusterName }: Required<EventPlace>,
  now: number,
): NotRaised | undefined {
  const refused = notRaised(state, eventTypeName, projectId);
  if (refused !== undefined) return refused;
  const traits = { CLUSTER_NAME: clusterName };
  alerting.happens({ groupId: projectId, eventTypeName, at: now, traits }, now);
  keep();
  return undefined;
}

/** Why the event cannot be raised. An alert configuration may name an event that this server itself does not know. */
function notRaised({ projects, configs }: State, eventTypeName: string, projectId: string): NotRaised | undefined {
  if (!projects.has(projectId)) return { member: "projectId", known: [...projects.keys()] };
  if (EVENT_TYPES.has(eventTypeName)) return undefined;
  const named = configs.list(projectId).map((config) => config.eventTypeName);
  if (named.includes(eventTypeName)) return undefined;
  return { member: "eventTypeName", known: [...new Set([...EVENT_TYPES, ...named])].toSorted() };
}

/** If the start fails, the server releases its folder for the next one. */
function opened(parts: ErasParts): Eras {
  try {
    return new Eras(parts);
  } catch (error) {
    parts.storage?.close();
    throw error;
  }
}

const PATIENCE = 30_000;

/** Milliseconds, short enough to look immediate; a tenth of the shortest possible delay of a target would be enough. */
const SETTLES_EVERY = 200;

/** Carries out due actions. If there is no room to store them, the next call tries again. */
function settle({ alerting, clock, keep, takeBack }: Service): void {
  try {
    alerting.settle(clock.now());
    keep();
  } catch {
    takeBack();
  }
}

async function answer(era: Era, request: Incoming, options: ReferenceOptions): Promise<Answer> {
  const started = performance.now();
  const served = await era.serve(request);
  // A closed server has nothing to wait for, so this timer must not keep the process alive.
  if (options.latencyMilliseconds) await wait(options.latencyMilliseconds, undefined, { ref: false });
  options.onRequest?.({
    at: era.service.clock.now(),
    method: request.method,
    target: request.target,
    status: served.answer.status,
    milliseconds: performance.now() - started,
    ...(served.mount && { operation: served.mount.id }),
    ...("error" in served && { error: served.error }),
    ...(era.isOver() && { beforeReset: true }),
  } satisfies AccessEntry);
  return served.answer;
}

function garbled(status: number): Refusal {
  switch (status) {
    case 408:
      return new Refusal(408, "REQUEST_TIMEOUT", "The request took too long to arrive.");
    case 417:
      return new Refusal(417, "EXPECTATION_FAILED", "The expectation cannot be met.");
    case 431:
      return new Refusal(431, "HEADERS_TOO_LARGE", "The header section is too large.");
    default:
      return new Refusal(status, "MALFORMED_REQUEST", "The request is not valid HTTP/1.1.");
  }
}

/** Loaded only if needed: most servers store nothing, and the database is a native module. */
async function openStorage(folder: string): Promise<Storage> {
  const { Storage } = await import("./storage/storage.ts");
  return new Storage(folder);
}
