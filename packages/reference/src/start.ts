import { isIPv6 } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { headerName, neutral, SPEED } from "@plumbline/schemas";
import { announcer } from "./alerting/announce.ts";
import { machineClock } from "./clock.ts";
import { withFaults } from "./faults/faults.ts";
import type { Incoming } from "./http/incoming.ts";
import { listen } from "./http/listen.ts";
import { type Served, serve } from "./http/pipeline.ts";
import { type Answer, PLAIN, renderRefusal } from "./http/render.ts";
import { stop } from "./http/stop.ts";
import { InvalidSpeedError } from "./invalid-speed-error.ts";
import type { AccessEntry, ReferenceOptions } from "./options.ts";
import type { Reference } from "./reference.ts";
import { Refusal } from "./refusal.ts";
import { atSpeed } from "./rules/at-speed.ts";
import { lenient } from "./rules/lenient.ts";
import { makeSecrets } from "./secrets.ts";
import { createService, METRICS_PATH, type Service } from "./service.ts";
import type { Storage } from "./storage/storage.ts";
import type { Serve, Variant } from "./variants/variant.ts";
import { variantsNamed } from "./variants/variants.ts";
import { withVariants } from "./variants/with-variants.ts";
import { adopt } from "./world/adopt.ts";

/**
 * Starts a reference server; everything about it that is not given is random or fresh.
 * @throws UnknownFaultError or UnknownVariantError for an id that does not exist; InvalidProfileError for a profile that cannot work;
 * InvalidSpeedError for a speed out of range;
 * UnusableFolderError when `dataFolder` is one.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { profile = neutral, host = "127.0.0.1", port = 0, seed = 1, faults = [], speed = 1 } = options;
  if (!(speed >= SPEED.minimum && speed <= SPEED.maximum)) throw new InvalidSpeedError(speed);
  const variants = variantsNamed(options.variants ?? []);
  const clock = variants.reduce((inner, variant) => variant.clock?.(inner) ?? inner, options.clock ?? machineClock());
  const secrets = makeSecrets(options.secrets);
  const strict = atSpeed(withFaults(faults, withVariants(variants)), speed);
  const behaviour = options.lenient === true ? lenient(strict) : strict;
  const storage = options.dataFolder === undefined ? undefined : await openStorage(options.dataFolder);
  const { tell, close: endAnnouncing } = announcer(options.notificationSink, {
    profile,
    behaviour,
    eventHeader: headerName(profile, "X-Alert-Event"),
    onNotification: options.onNotification,
  });
  const { ids, vouching } = options;
  const service = createService({ profile, seed, ids, vouching, clock, speed, secrets, behaviour, storage, tell });
  for (const variant of variants) variant.furnish?.(service);
  const serveOne = atEdges(service, variants);
  const { server, port: bound } = await listen({
    host,
    port,
    patience: options.patienceMilliseconds ?? PATIENCE,
    answer: (request) => answer(service, request, serveOne, options),
    garbled: (status) => renderRefusal(service, undefined, PLAIN, garbled(status)),
  });
  // Requests settle what is due anyway; with somebody to tell, what falls due between them must not wait for the next.
  const settling =
    options.notificationSink === undefined ? undefined : setInterval(() => settle(service), SETTLES_EVERY);
  settling?.unref();
  let ending: Promise<void> | undefined;
  const end = async (graceMilliseconds: number): Promise<void> => {
    clearInterval(settling);
    await stop(server, graceMilliseconds);
    await endAnnouncing();
    storage?.close();
  };
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${bound}`;
  return {
    url,
    metricsUrl: url + METRICS_PATH,
    profile,
    contract: service.contract,
    clock,
    speed,
    world: service.world,
    keys: service.keys,
    serviceAccount: secrets.serviceAccount,
    blockedServiceAccount: secrets.blockedServiceAccount,
    metrics: secrets.metrics,
    faults,
    variants: variants.map(({ id }) => id),
    raise: (eventTypeName, { projectId = service.world.projectId, clusterName = service.world.clusterName } = {}) => {
      const now = clock.now();
      const traits = { CLUSTER_NAME: clusterName };
      service.alerting.happens({ groupId: projectId, eventTypeName, at: now, traits }, now);
      service.keep();
    },
    adopt: (place) => adopt(place, service, clock.now()),
    close: (graceMilliseconds = 0) => {
      if (graceMilliseconds <= 0) server.closeAllConnections();
      ending ??= end(graceMilliseconds);
      return ending;
    },
  };
}

const PATIENCE = 30_000;

/** A tenth of the shortest delay that a target can have would do; this is short enough to look immediate. */
const SETTLES_EVERY = 200;

/** What falls due and cannot be kept for want of room is tried again the next time. */
function settle({ alerting, clock, keep, takeBack }: Service): void {
  try {
    alerting.settle(clock.now());
    keep();
  } catch {
    takeBack();
  }
}

type ServeOne = (request: Incoming) => Promise<Attempted>;
type Attempted = Served & { readonly error?: unknown };

async function answer(
  service: Service,
  request: Incoming,
  serveOne: ServeOne,
  options: ReferenceOptions,
): Promise<Answer> {
  const started = performance.now();
  const served = await serveOne(request);
  // A server that was closed has nothing to wait for, so this must not keep the process.
  if (options.latencyMilliseconds) await wait(options.latencyMilliseconds, undefined, { ref: false });
  options.onRequest?.({
    at: service.clock.now(),
    method: request.method,
    target: request.target,
    status: served.answer.status,
    milliseconds: performance.now() - started,
    ...(served.mount && { operation: served.mount.id }),
    ...("error" in served && { error: served.error }),
  } satisfies AccessEntry);
  return served.answer;
}

/** The pipeline with the variants' edges around it, the first of them outermost. */
function atEdges(service: Service, variants: readonly Variant[]): ServeOne {
  const edges = variants.flatMap(({ edge }) => edge?.(service) ?? []);
  if (edges.length === 0) return (request) => attempt(service, request);
  return async (request) => {
    let attempted: Attempted | undefined;
    const innermost: Serve = async (inner, state = service.state) => {
      attempted = await attempt({ ...service, state }, inner);
      return attempted.answer;
    };
    const serve = edges.reduceRight<Serve>(
      (within, edge) => (inner, state) => edge(inner, (more, other = state) => within(more, other)),
      innermost,
    );
    const answer = await serve(request);
    return { ...attempted, answer };
  };
}

/** A defect of this server becomes a 500 without a word about it; the access log gets the error itself. */
async function attempt(service: Service, request: Incoming): Promise<Attempted> {
  try {
    return await serve(service, request);
  } catch (error) {
    const refusal = new Refusal(500, "UNEXPECTED_ERROR", "The server failed to carry out the request.");
    return { answer: renderRefusal(service, undefined, PLAIN, refusal), error };
  }
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

/** Loaded when it is needed: most servers keep nothing, and the database is a native module. */
async function openStorage(folder: string): Promise<Storage> {
  const { Storage } = await import("./storage/storage.ts");
  return new Storage(folder);
}
