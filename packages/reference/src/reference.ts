import type { Contract, Profile } from "@plumbline/schemas";
import type { Clock } from "./clock.ts";
import type { KeyLabel } from "./key-labels.ts";
import type { ApiKey } from "./keys.ts";
import type { ClientCredentials, MetricsCredentials } from "./secrets.ts";
import type { Place } from "./world/adopt.ts";
import type { World } from "./world/world.ts";

/** Where an event happens. */
export interface EventPlace {
  readonly projectId?: string;
  readonly clusterName?: string;
}

/** Why an event does not happen: the member that names nothing, and the names that there are. */
export interface NotRaised {
  readonly member: "eventTypeName" | "projectId";
  readonly known: readonly string[];
}

/** A running reference server and whatever is needed to call it. */
export interface Reference {
  /** Without a trailing slash. */
  readonly url: string;
  /** The address of metrics discovery, with its version segment. */
  readonly metricsUrl: string;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly clock: Clock;
  /** How many times as fast as by default clusters, snapshots, jobs and the like get done. */
  readonly speed: number;
  readonly world: World;
  readonly keys: Readonly<Record<KeyLabel, ApiKey>>;
  /** Holds every role on the first project and its organization. */
  readonly serviceAccount: ClientCredentials;
  /** Its IP access list leaves out every caller: it is refused with `access_denied`. */
  readonly blockedServiceAccount: ClientCredentials;
  readonly metrics: MetricsCredentials;
  /** Ids of the faults that are switched on now. */
  readonly faults: readonly string[];
  /** Ids of the variants that are switched on. */
  readonly variants: readonly string[];
  /**
   * Lets an event happen now: enabled configurations of the project that name it, and whose matchers hold, raise alerts.
   * Returns why nothing happens where there is no such event or project.
   * @default the first project and its dedicated cluster
   */
  raise(eventTypeName: string, where?: EventPlace): NotRaised | undefined;
  /**
   * Lets an organization, a project or a dedicated cluster be there as if it always had. The keys hold there what they hold
   * on the first project and its organization.
   */
  adopt(place: Place): void;
  /**
   * Takes the world back to the start: records, clock, tokens, limits, faults, and what was adopted or raised. Ids are what
   * they were, and so are secrets. What is under way is answered by the world that it came to, which is gone then.
   * @throws Error when the data folder cannot take it: nothing has changed then.
   */
  reset(): void;
  /**
   * Switches on these faults and no others, until the next reset; what the world holds stays.
   * @throws UnknownFaultError for an id that does not exist: nothing has changed then.
   */
  switchFaults(ids: readonly string[]): void;
  /**
   * Stops listening, lets what is under way be answered, and closes what is left after `graceMilliseconds`; the world is
   * gone afterwards. A second call without grace cuts the first one short.
   * @default 0: at once
   */
  close(graceMilliseconds?: number): Promise<void>;
}
