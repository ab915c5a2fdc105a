import { headerName } from "@plumbline/schemas";
import type { Clock } from "./clock.ts";
import { asPublic } from "./decisions/as-public.ts";
import { atSpeed } from "./decisions/at-speed.ts";
import type { Behaviour } from "./decisions/behaviour.ts";
import { lenient } from "./decisions/lenient.ts";
import { withFaults } from "./faults/faults.ts";
import type { Incoming } from "./http/incoming.ts";
import { type Announcer, announcer } from "./notifications/announce.ts";
import type { ReferenceOptions } from "./options.ts";
import { foundOwn } from "./own-world/found-own.ts";
import { ownCallers } from "./own-world/own-keys.ts";
import type { OwnWorld } from "./own-world/own-world.ts";
import type { StoreWatcher } from "./records/store-watcher.ts";
import type { Secrets } from "./secrets.ts";
import { createService, type Service, type ServiceParts, withBehaviour } from "./service.ts";
import { type Attempted, atEdges } from "./serving/at-edges.ts";
import type { Edge } from "./serving/edge.ts";
import type { Storage } from "./storage/storage.ts";
import type { Variant } from "./variants/variant.ts";
import { withVariants } from "./variants/with-variants.ts";
import { type Found, foundSeeded, openAgain, openWorld } from "./world/open-world.ts";

/** The service between a start or reset and the next reset. */
export interface Era {
  readonly service: Service;
  readonly faults: readonly string[];
  /** Whether the server was reset since. Later effects of this era are neither visible nor stored. */
  isOver(): boolean;
  serve(request: Incoming): Promise<Attempted>;
}

/** The parts that all eras of a server share. */
export interface ErasParts {
  readonly options: ReferenceOptions;
  readonly profile: ServiceParts["profile"];
  readonly speed: number;
  readonly variants: readonly Variant[];
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly storage: Storage | undefined;
}

interface Begun extends Era {
  readonly announcer: Announcer;
  end(): void;
}

/**
 * The service of a server, which can start again or change its behaviour. A request stays with the era in which it
 * arrived.
 */
export class Eras {
  readonly #parts: ErasParts;
  #current: Begun;

  constructor(parts: ErasParts) {
    this.#parts = parts;
    this.#current = this.#begin(openWorld);
  }

  get current(): Era {
    return this.#current;
  }

  /** Starts again. The caller must rewind the clock first. */
  reset(): void {
    const before = this.#current;
    this.#current = this.#begin(openAgain, before.service.auth.nonces);
    before.end();
    void before.announcer.close();
  }

  switchFaults(faults: readonly string[]): void {
    const { variants } = this.#parts;
    const service = withBehaviour(this.#current.service, this.#behaviourWith(faults));
    this.#current = { ...this.#current, service, faults, serve: atEdges(service, edgesOf(service, variants)) };
  }

  close(): Promise<void> {
    return this.#current.announcer.close();
  }

  #begin(open: typeof openWorld, nonces?: ServiceParts["nonces"]): Begun {
    const { options, profile, speed, variants, clock, secrets, storage } = this.#parts;
    const { seed = 1, faults = [], ids: given, vouching, world: own, environment = {} } = options;
    const behaviour = this.#behaviourWith(faults);
    let over = false;
    const isOver = (): boolean => over;
    const announces = announcer(options.notificationSink, {
      profile,
      behaviour: () => (over ? behaviour : this.#current.service.behaviour),
      eventHeader: headerName(profile, "X-Alert-Event"),
      onNotification: (entry) => options.onNotification?.(over ? { ...entry, beforeReset: true } : entry),
    });
    const founding = { seed, now: clock.now(), given, ...(own && { own }) };
    const opened = open(founding, found, storage, storage && until(isOver, storage));
    const more = ownCallers(own, environment, opened.state);
    const made = createService({
      ...{ profile, opened, vouching, clock, speed, secrets, behaviour, storage, more, nonces },
      tell: (notification) => {
        if (!over) announces.tell(notification);
      },
    });
    const { keep, takeBack } = made;
    const service: Service = {
      ...made,
      keep: () => (over ? undefined : keep()),
      takeBack: () => (over ? undefined : takeBack()),
    };
    for (const variant of variants) variant.furnish?.(service);
    const end = (): void => {
      over = true;
    };
    return { service, faults, isOver, serve: atEdges(service, edgesOf(service, variants)), announcer: announces, end };
  }

  #behaviourWith(faults: readonly string[]): Behaviour {
    const { options, speed, variants } = this.#parts;
    const strict = atSpeed(withFaults(faults, withVariants(variants)), speed);
    const own = options.asPublic === true ? asPublic(strict) : strict;
    return options.lenient === true ? lenient(own) : own;
  }
}

const found: Found = (founding, watcher, machine) =>
  founding.own === undefined
    ? foundSeeded(founding, watcher, machine)
    : foundOwn(founding.own as OwnWorld, founding, watcher, machine);

/** A watcher that ignores every change after the era is over. */
const until = (isOver: () => boolean, watcher: StoreWatcher): StoreWatcher => ({
  put: (store, record) => {
    if (!isOver()) watcher.put(store, record);
  },
  removed: (store, record) => {
    if (!isOver()) watcher.removed(store, record);
  },
});

const edgesOf = (service: Service, variants: readonly Variant[]): readonly Edge[] =>
  variants.flatMap(({ edge }) => edge?.(service) ?? []);
