import type { StoredAlert } from "../records/alert.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import type { Action, PendingAction } from "../records/pending-action.ts";
import type { ProjectEvent } from "../records/project-event.ts";
import { ALERT_LASTS, delayOf, fires, intervalOf, keyOf, PATIENCE } from "../rules/events.ts";
import { laterThan } from "../rules/instants.ts";
import { textMember } from "../rules/members.ts";
import type { State } from "../world/state.ts";

/** The server ignores anything beyond these numbers, so that endless callers cannot fill the memory. */
const MOST_PENDING = 20_000;
const MOST_ALERTS = 20_000;
const MOST_TARGETS = 100;

/** One message to one target of an alert. */
export interface Notification {
  readonly at: number;
  readonly alert: StoredAlert;
  /** The kind of the target, as the contract names it. */
  readonly typeName: string;
}

/**
 * Raises alerts for events and notifies their targets (description, Events). Only the clock drives it: `settle` carries
 * out every action that came due since the last call, each at its own moment, no matter how long ago that call was.
 */
export class Alerting {
  readonly #state: State;
  readonly #tell: (notification: Notification) => void;
  readonly #speed: number;
  /** Pending actions, the soonest last. */
  readonly #queue: PendingAction[] = [];
  /** The keys (`keyOf`) of the alerts that are not yet closed. */
  readonly #standing = new Set<string>();

  constructor(state: State, tell: (notification: Notification) => void, speed = 1) {
    this.#speed = speed;
    this.#state = state;
    this.#tell = tell;
    this.begin();
  }

  /** Replaces the queue with the actions on the agenda. */
  begin(): void {
    this.#queue.length = 0;
    this.#standing.clear();
    for (const pending of this.#state.agenda.all()) this.#enqueue(pending);
  }

  /** Schedules an event for now or later. The record that it is `about` can cancel a future event (`forget`). */
  happens(event: ProjectEvent, now: number, about = ""): void {
    this.#schedule(event.groupId, event.at, { kind: "happen", happening: event, about });
    this.settle(now);
  }

  /** Cancels the future events about a record. */
  forget(groupId: string, about: string): void {
    for (const pending of this.#queue.filter(({ act }) => act.kind === "happen" && act.about === about)) {
      if (pending.groupId !== groupId) continue;
      this.#queue.splice(this.#queue.indexOf(pending), 1);
      this.#state.agenda.remove(pending);
    }
  }

  /** Carries out the actions that are due; costs one comparison if none is. */
  settle(now: number): void {
    for (let next = this.#queue.at(-1); next !== undefined && next.at <= now; next = this.#queue.at(-1)) {
      this.#queue.pop();
      this.#state.agenda.remove(next);
      this.#carryOut(next);
    }
  }

  #carryOut({ groupId, at, act }: PendingAction): void {
    switch (act.kind) {
      case "happen":
        for (const config of this.#state.configs.list(groupId))
          if (fires(config, act.happening)) this.#raise(config, act.happening);
        return;
      case "notify":
        this.#notify(groupId, at, act);
        return;
      case "close": {
        this.#standing.delete(act.key);
        const alert = this.#state.alerts.get(groupId, act.alertId);
        if (alert === undefined || alert.status === "CLOSED") return;
        this.#state.alerts.put({ ...alert, status: "CLOSED", resolved: at, updated: laterThan(alert.updated, at) });
        return;
      }
      default:
        act satisfies never;
    }
  }

  #raise(config: StoredConfig, event: ProjectEvent): void {
    const { groupId, at } = event;
    const key = keyOf(config, event);
    const { agenda, alerts, projects } = this.#state;
    if (this.#standing.has(key) || alerts.count(groupId) >= MOST_ALERTS || agenda.count(groupId) >= MOST_PENDING)
      return;
    const targets = config.notifications.slice(0, MOST_TARGETS);
    const delay = Math.min(...targets.map(delayOf));
    const alert = alerts.put({
      id: this.#state.newId(),
      groupId,
      orgId: projects.get(groupId)?.orgId ?? "",
      alertConfigId: config.id,
      eventTypeName: config.eventTypeName,
      // The alert is only tracked until a target could have been notified.
      status: targets.length > 0 && delay > 0 ? "TRACKING" : "OPEN",
      created: at,
      updated: at,
    });
    this.#schedule(groupId, at + this.#takes(ALERT_LASTS), { kind: "close", alertId: alert.id, key });
    for (const [target, one] of targets.entries())
      this.#schedule(groupId, at + this.#takes(delayOf(one)), { kind: "notify", alertId: alert.id, target });
  }

  #notify(groupId: string, at: number, act: Extract<Action, { kind: "notify" }>): void {
    const alert = this.#state.alerts.get(groupId, act.alertId);
    if (alert === undefined || alert.status === "CLOSED") return;
    const config = this.#state.configs.get(groupId, alert.alertConfigId);
    const target = config?.notifications[act.target];
    if (config?.enabled !== true || target === undefined) return;
    const interval = intervalOf(target);
    const again = at + this.#takes(interval ?? PATIENCE);
    const silentUntil = alert.acknowledgedUntil ?? at;
    if (silentUntil > at) {
      // The acknowledgement may be lifted before it ends, so the next attempt comes after the interval at the latest.
      this.#schedule(groupId, Math.min(silentUntil, again), act);
      return;
    }
    const told = { ...alert, status: "OPEN", lastNotified: at, updated: laterThan(alert.updated, at) } as const;
    this.#state.alerts.put(told);
    this.#tell({ at, alert: told, typeName: textMember(target, "typeName") ?? "" });
    if (interval !== undefined) this.#schedule(groupId, again, act);
  }

  /** The milliseconds that this server takes for something that takes `milliseconds` at the default speed. */
  #takes(milliseconds: number): number {
    return Math.round(milliseconds / this.#speed);
  }

  #schedule(groupId: string, at: number, act: Action): void {
    if (this.#state.agenda.count(groupId) >= MOST_PENDING) return;
    const pending: PendingAction = { id: this.#state.newId(), groupId, created: at, at, act };
    this.#state.agenda.put(pending);
    this.#enqueue(pending);
  }

  /** Inserts the action behind those due at the same moment; a binary search finds the place. */
  #enqueue(pending: PendingAction): void {
    if (pending.act.kind === "close") this.#standing.add(pending.act.key);
    let [low, high] = [0, this.#queue.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#queue[middle]?.at ?? 0) > pending.at) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, pending);
  }
}
