import type { OperationId } from "@plumbline/schemas";
import type fc from "fast-check";
import type { Call, Caller, Reply } from "../caller.test-support.ts";
import { memberIn } from "../json.test-support.ts";

/*
 * The rules about state, written a second time as simply as possible, without the server's records and without imports
 * of its rules. Times are milliseconds since the server started.
 */

export interface ModelConfig {
  enabled: boolean;
  eventTypeName: string;
  updated: string;
}
export interface ModelAlert {
  until?: number;
  comment?: string;
}
export interface ModelSnapshot {
  readonly taken: number;
  readonly expires: number;
}
export interface ModelIndex {
  readonly id: string;
  changed: number;
  version: number;
  deleted?: number;
}
export interface ModelMigration {
  readonly created: number;
  readonly sound: boolean;
  cutOver: boolean;
}

export interface Model {
  now: number;
  /** Deleted ones stay with `undefined`, because the server must never show them again. */
  readonly configs: Map<string, ModelConfig | undefined>;
  readonly alerts: Map<string, ModelAlert>;
  readonly snapshots: Map<string, ModelSnapshot | undefined>;
  readonly schedule: Record<string, unknown>;
  readonly buckets: Map<string, boolean>;
  readonly indexes: Map<string, ModelIndex>;
  readonly migrations: Map<string, ModelMigration>;
  outage: { started: number; ended?: number } | undefined;
  linked: boolean;
}

export function newModel(): Model {
  return {
    now: 0,
    configs: new Map(),
    alerts: new Map(),
    snapshots: new Map(),
    schedule: { autoExportEnabled: false },
    buckets: new Map(),
    indexes: new Map(),
    migrations: new Map(),
    outage: undefined,
    linked: false,
  };
}

export type Command = fc.AsyncCommand<Model, Caller>;
type Run = (model: Model, caller: Caller) => Promise<void>;

/** A command, printed as `text` if a run fails; `check` says whether it can run in a given state. */
export const command = (text: string, run: Run, check: (model: Model) => boolean = () => true): Command => ({
  check: (model) => check(model),
  run,
  toString: () => text,
});

/** One of the keys in the model; the number wraps around at the end. */
export function nth<K, V>(map: ReadonlyMap<K, V>, number: number): readonly [K, V] {
  const entry = [...map][number % map.size];
  if (entry === undefined) throw new Error("the command checks that there is one");
  return entry;
}

/** Calls an operation and requires the status. */
export async function answers(status: number, caller: Caller, id: OperationId, call: Call = {}): Promise<Reply> {
  const reply = await caller.call(id, call);
  if (reply.status !== status)
    throw new Error(`${id}: expected ${status}, received ${reply.status}: ${reply.text.slice(0, 300)}`);
  return reply;
}

export const idIn = (reply: Reply, name = "id"): string => String(memberIn(reply.json, name));
