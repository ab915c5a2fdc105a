import type { Contract, Profile } from "@plumbline/schemas";
import type { Clock } from "./clock.ts";
import type { KeyLabel } from "./key-labels.ts";
import type { ApiKey } from "./keys.ts";
import type { ClientCredentials, MetricsCredentials } from "./secrets.ts";
import type { Place } from "./world/adopt.ts";
import type { World } from "./world/world.ts";

/** The place of an event. */
export interface EventPlace {
  readonly projectId?: string;
  readonly clusterName?: string;
}

/** Why an event was not raised: the member with an unknown name, and the known names. */
export interface NotRaised {
  readonly member: "eventTypeName" | "projectId";
  readonly known: readonly string[];
}

/** A running reference server, with everything needed to call it. */
export interface Reference {
  /** Without a trailing slash. */
  readonly url: string;
  /** The address of metrics discovery, with its version segment. */
  readonly metricsUrl: string;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly clock: Clock;
  /** How many times faster than by default slow operations finish: clusters, snapshots, jobs and others. */
  readonly speed: number;
  readonly world: World;
  readonly keys: Readonly<Record<KeyLabel, ApiKey>>;
  /** Has every role on the first project and its organization. */
  readonly serviceAccount: ClientCredentials;
  /** Its IP access list excludes every caller, so the server refuses it with `access_denied`. */
  readonly blockedServiceAccount: ClientCredentials;
  readonly metrics: MetricsCredentials;
  /** Ids of the faults that are switched on now. */
  readonly faults: readonly string[];
  /** Ids of the variants that are switched on. */
  readonly variants: readonly string[];
  /**
   * Raises an event now: enabled configurations of the project that name it and whose matchers hold raise alerts. If
   * there is no such event or project, it returns why.
   * @default the first project and its dedicated cluster
   */
  raise(eventTypeName: string, where?: EventPlace): NotRaised | undefined;
  /**
   * Adds an organization, a project or a dedicated cluster, as if it had always existed. The keys have the same roles
   * there as on the first project and its organization.
   */
  adopt(place: Place): void;
  /**
   * Resets the world to the start: records, clock, tokens, limits, faults, and adopted or raised things. Ids and
   * secrets stay the same. A request that is under way is answered by the old world, which is gone then.
   * @throws Error if the data folder cannot store the reset; nothing has changed then.
   */
  reset(): void;
  /**
   * Switches on these faults and no others, until the next reset; the records stay.
   * @throws UnknownFaultError for an id that does not exist; nothing has changed then.
   */
  switchFaults(ids: readonly string[]): void;
  /**
   * Stops listening, waits for the answers to current requests, and closes the other connections after
   * `graceMilliseconds`; the world is gone afterwards. A second call without grace ends the first at once.
   * @default 0: at once
   */
  close(graceMilliseconds?: number): Promise<void>;
}
