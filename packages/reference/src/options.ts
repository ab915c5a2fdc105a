import type { OperationId, Profile } from "@plumbline/schemas";
import type { Clock } from "./clock.ts";
import type { OwnWorld } from "./own-world/own-world.ts";
import type { GivenSecrets } from "./secrets.ts";
import type { GivenIds } from "./world/seed-places.ts";

/** One line of the access log; neither headers nor bodies, so no secrets of the main interface. */
export interface AccessEntry {
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Absent where no operation stands at the target. */
  readonly operation?: OperationId;
  /** Set when the answer is a 500: a defect of this server. */
  readonly error?: unknown;
  /** Set when the server was reset while the request was under way: the world that it was about is gone. */
  readonly beforeReset?: true;
}

/** How one notification of an alert ended: the status that the sink answered with, or why there was no answer. */
export interface NotificationEntry {
  readonly at: number;
  readonly alertId: string;
  /** The kind of the target that it stands for, as the profile calls it. */
  readonly typeName: string;
  readonly status?: number;
  readonly problem?: string;
  /** Set when the server was reset while the notification was under way. */
  readonly beforeReset?: true;
}

export interface ReferenceOptions {
  /** The names that the server speaks. @default neutral */
  readonly profile?: Profile;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** @default 0, a free port */
  readonly port?: number;
  /** Decides ids and contents of the world. @default 1 */
  readonly seed?: number;
  /** What the first organization, its first project and the dedicated cluster there are called. @default as the seed has it */
  readonly ids?: GivenIds;
  /** What the world holds, in place of the seeded one or beside it. @default the seeded one */
  readonly world?: OwnWorld;
  /** Where the variables that `world` names are looked up. @default none is set */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Ids of faults to switch on. @default none */
  readonly faults?: readonly string[];
  /** Ids of variants to switch on: other ways to be right. @default none */
  readonly variants?: readonly string[];
  /** @default the machine's time */
  readonly clock?: Clock;
  /**
   * How many times as fast as by default the server gets done with what takes its time: snapshots, jobs, migrations,
   * outages, clusters, indexes, alerts, and tokens with the window of their limit. Its clock, what callers state as a
   * moment, and nonces are not changed by it. @default 1
   */
  readonly speed?: number;
  /** Waits this long before each answer. @default 0 */
  readonly latencyMilliseconds?: number;
  /** How long a caller may take to send a request, and a connection may be idle. @default 30_000 */
  readonly patienceMilliseconds?: number;
  /**
   * Takes what several clients send although it is wrong: a digest whose uri leaves out the query of the request. A run
   * against such a server says so. @default false
   */
  readonly lenient?: boolean;
  /**
   * Refuses what the public service refuses and the description leaves open: to end an outage that is not simulated yet, and
   * a matcher or a notification without any member that is known. @default false
   */
  readonly asPublic?: boolean;
  /** Secrets to use instead of random ones. */
  readonly secrets?: GivenSecrets;
  /**
   * A secret of somebody who stands before this server and knows who asks: whose own credentials are not good here is let in
   * by `vouched()` with it. @default none: nobody is vouched for
   */
  readonly vouching?: string;
  /**
   * A folder that keeps the state over restarts and crashes. One whose file was emptied or damaged is refused, and a write
   * that there is no room for is answered 500 and not seen again. @default none: the state ends with the process
   */
  readonly dataFolder?: string;
  /** An address that every notification of an alert is posted to, whatever its target. @default none: nobody is told */
  readonly notificationSink?: string;
  /** Called when a notification was delivered, or could not be. */
  readonly onNotification?: (entry: NotificationEntry) => void;
  /** Called with each answer just before it is written; must not throw. */
  readonly onRequest?: (entry: AccessEntry) => void;
}
