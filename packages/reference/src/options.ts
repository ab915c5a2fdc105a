import type { OperationId, Profile } from "@plumbline/schemas";
import type { Clock } from "./clock.ts";
import type { OwnWorld } from "./own-world/own-world.ts";
import type { GivenSecrets } from "./secrets.ts";
import type { GivenIds } from "./world/seed-places.ts";

/** One line of the access log, without headers and bodies, so without secrets of the main interface. */
export interface AccessEntry {
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Absent if no operation has this method and path. */
  readonly operation?: OperationId;
  /** Set when the answer is a 500: a defect of this server. */
  readonly error?: unknown;
  /** Set if the server was reset during the request: the world that the request addressed is gone. */
  readonly beforeReset?: true;
}

/** The result of one notification of an alert: the status of the sink's answer, or why there was none. */
export interface NotificationEntry {
  readonly at: number;
  readonly alertId: string;
  /** The kind of the notification's target, with the profile's name. */
  readonly typeName: string;
  readonly status?: number;
  readonly problem?: string;
  /** Set if the server was reset while the notification was under way. */
  readonly beforeReset?: true;
}

/** Settings of `startReference`; each is optional, and the defaults give the seeded world on a free local port. */
export interface ReferenceOptions {
  /** The profile with the names that the server uses. @default neutral */
  readonly profile?: Profile;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default 0, a free port */
  readonly port?: number;
  /** Decides ids and contents of the world. @default 1 */
  readonly seed?: number;
  /**
   * Ids of the first organization and its first project, and the name of its dedicated cluster. @default from the seed
   */
  readonly ids?: GivenIds;
  /** The contents of the world, instead of the seeded world or in addition to it. @default the seeded one */
  readonly world?: OwnWorld;
  /** The variables that `world` names. @default none is set */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Ids of faults to switch on. @default none */
  readonly faults?: readonly string[];
  /** Ids of variants to switch on, which are other correct behaviours. @default none */
  readonly variants?: readonly string[];
  /** @default the machine's time */
  readonly clock?: Clock;
  /**
   * How many times faster than by default the server finishes slow operations: snapshots, jobs, migrations, outages,
   * clusters, indexes, alerts, and tokens with the window of their limit. It does not change the clock, the times that
   * callers state, or nonces. @default 1
   */
  readonly speed?: number;
  /** Waits this long before each answer. @default 0 */
  readonly latencyMilliseconds?: number;
  /** How long a caller may take to send a request, and a connection may be idle. @default 30_000 */
  readonly patienceMilliseconds?: number;
  /**
   * Accepts a mistake of several clients: a digest whose uri omits the query of the request. A run against a lenient
   * server says so. @default false
   */
  readonly lenient?: boolean;
  /**
   * Refuses what the public service refuses and the description leaves open: ending an outage before its simulation
   * runs, and a matcher or notification without known members. @default false
   */
  readonly asPublic?: boolean;
  /** Secrets to use instead of random ones. */
  readonly secrets?: GivenSecrets;
  /**
   * The secret of a program in front of this server that knows its callers: with `vouched()`, it lets in a caller whose
   * own credentials are not valid here. @default none: the server trusts no other program
   */
  readonly vouching?: string;
  /**
   * A folder that keeps the state over restarts and crashes. The server refuses a folder whose file is empty or
   * damaged. If the folder has no room for a write, the server answers 500 and forgets the write. @default none: the
   * state ends with the process
   */
  readonly dataFolder?: string;
  /**
   * An address to which the server posts every notification of an alert, whatever its target. @default none: no
   * notification leaves the server
   */
  readonly notificationSink?: string;
  /** Called when a notification was delivered, or when its delivery failed. */
  readonly onNotification?: (entry: NotificationEntry) => void;
  /** Called with each answer just before it is written; must not throw. */
  readonly onRequest?: (entry: AccessEntry) => void;
}
