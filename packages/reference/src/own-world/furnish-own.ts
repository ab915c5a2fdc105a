import { createHash } from "node:crypto";
import type { OperationId } from "@plumbline/schemas";
import { withoutUnset } from "@plumbline/schemas/validate";
import { Alerting } from "../alerting/alerting.ts";
import { type Caller, keyHolder } from "../auth/authenticate.ts";
import { readDuration } from "../duration.ts";
import { handlers } from "../handlers/handlers.ts";
import { honest } from "../honest.ts";
import type { Outcome } from "../http/render.ts";
import { Values } from "../http/values.ts";
import type { StoredAlert } from "../records/alert.ts";
import type { Fields } from "../records/fields.ts";
import type { Project } from "../records/project.ts";
import { Refusal } from "../refusal.ts";
import { fieldsOf, listMember, textMember } from "../rules/members.ts";
import type { Service } from "../service.ts";
import { createRecordStores } from "../world/record-stores.ts";
import type { State } from "../world/state.ts";
import type { WorldProblem } from "./invalid-world-error.ts";
import { bodySchema, type Kind, kindsWithin } from "./kinds.ts";
import type { OwnProject } from "./own-world.ts";

const HOUR = 3_600_000;

/** The parts needed to carry out the operations whose bodies the world file contains. */
export interface Furnishing {
  readonly service: Service;
  readonly seed: number;
  readonly now: number;
}

/** An id derived from the seed and the record's names, so that an additional record before it does not change it. */
export const idOf = (seed: number, ...names: readonly (string | number)[]): string =>
  createHash("sha256")
    .update(JSON.stringify([seed, ...names]))
    .digest("hex")
    .slice(0, 24);

/**
 * Creates the records that the file states for a project, with the operations themselves, each at the time at which its
 * record is to be created. A refusal is a problem of the file. Events of that time are over and raise no alerts.
 */
export function furnishOwn(
  own: OwnProject,
  project: Project,
  pointer: string,
  furnishing: Furnishing,
): readonly WorldProblem[] {
  const furnisher = new Furnisher(project, furnishing);
  const [clusters, ...others] = kindsWithin("project");
  const path = { values: { groupId: project.id }, pointer };
  for (const kind of clusters === undefined ? others : [clusters, ...others])
    furnisher.make(kind, fieldsOf(own), path, "");
  return furnisher.problems;
}

/** Carries out operations on one project at past times, and collects their refusals. */
class Furnisher {
  readonly problems: WorldProblem[] = [];
  readonly #project: Project;
  readonly #state: State;
  readonly #seed: number;
  readonly #now: number;
  /** The state in which the next record gets its intended id. */
  readonly #then: State;
  readonly #acting: Service;
  readonly #caller: Caller;

  constructor(project: Project, { service, seed, now }: Furnishing) {
    const { state } = service;
    this.#project = project;
    this.#state = state;
    this.#seed = seed;
    this.#now = now;
    this.#then = { ...state };
    const alerting = new Alerting({ ...state, ...createRecordStores() }, () => {});
    this.#acting = { ...service, behaviour: honest, alerting, state: this.#then, speed: 1 };
    this.#caller = keyHolder({ ...service.keys.all, publicKey: "operator@example.com" });
  }

  /** Creates the records of one kind that a part of the file states. */
  make(kind: Kind, holder: Fields, path: Paths, name: string): void {
    const value = holder[kind.name];
    // As in requests, null counts as absent.
    if (value === undefined || value === null) return;
    const pointer = `${path.pointer}/${kind.name}`;
    if (kind.many) this.#makeMany(kind, listMember(holder, kind.name), { ...path, pointer }, name);
    else this.#perform(kind, value, this.#now - kind.age, this.#idOf(name, kind.name), { ...path, pointer });
  }

  #makeMany(kind: Kind, items: readonly Fields[], path: Paths, name: string): void {
    const aged = items.map((item, index) => ({
      item,
      index,
      at: this.#now - (readDuration(item["age"]) ?? kind.age + (items.length - 1 - index) * kind.step),
    }));
    // The service refuses a snapshot while it takes another, so they are created in order of time.
    for (const { item, index, at } of aged.sort((a, b) => a.at - b.at)) {
      const here = { ...path, pointer: `${path.pointer}/${index}` };
      const own = textMember(item, "name") ?? String(index);
      this.#makeOne(kind, item, at, here, this.#idOf(name, kind.name, own));
    }
  }

  /** Creates one of several records, with the records in it. */
  #makeOne(kind: Kind, item: Fields, at: number, path: Paths, ownId: string): void {
    const { id: given, age: _age, alerts: _alerts, ...rest } = item;
    const nested = kind.name === "clusters" ? kindsWithin("cluster") : [];
    const body = Object.fromEntries(Object.entries(rest).filter(([key]) => !nested.some((one) => one.name === key)));
    const id = typeof given === "string" ? given : ownId;
    if (!this.#perform(kind, body, at, id, path)) return;
    if (kind.name === "alertConfigurations") this.#raise(item, id, path);
    const made = this.#state.clusters.get(this.#project.id, id);
    if (made === undefined) return;
    const values = { ...path.values, clusterName: made.name };
    for (const inner of nested) this.make(inner, item, { values, pointer: path.pointer }, made.name);
  }

  /**
   * Stores the stated alerts. Events raise alerts, so no operation creates one; the operation only acknowledges them.
   */
  #raise(config: Fields, configId: string, { pointer, values }: Paths): void {
    for (const [index, alert] of listMember(config, "alerts").entries()) {
      const created = this.#now - (readDuration(alert["age"]) ?? HOUR);
      const given = alert["id"];
      const id = typeof given === "string" ? given : this.#idOf("alerts", configId, index);
      const status = (textMember(alert, "status") ?? "OPEN") as StoredAlert["status"];
      this.#state.alerts.put({
        id,
        groupId: this.#project.id,
        orgId: this.#project.orgId,
        alertConfigId: configId,
        eventTypeName: textMember(config, "eventTypeName") ?? "",
        status,
        created,
        updated: created,
        ...(status !== "TRACKING" && { lastNotified: created }),
        ...(status === "CLOSED" && { resolved: created }),
      });
      const { id: _id, age: _age, status: _status, ...body } = alert;
      const path = { values: { ...values, alertId: id }, pointer: `${pointer}/alerts/${index}` };
      if (Object.keys(body).length > 0) this.#perform({ operation: "acknowledgeAlert" }, body, created, id, path);
    }
  }

  /** Carries out an operation at a given time; false if it refuses. */
  #perform({ operation }: Pick<Kind, "operation">, body: unknown, now: number, id: string, path: Paths): boolean {
    this.#then.newId = () => id;
    const handler = handlers[operation];
    const call = {
      operation,
      values: new Values(new Map(Object.entries(path.values))),
      version: "2" as const,
      body: withoutUnset(body, [bodySchema(operation)]),
      caller: this.#caller,
      service: this.#acting,
      now,
      project: this.#project,
    };
    const outcome: Outcome = handler.scope === "project" ? handler.handle(call) : new Refusal(500, "", "");
    if (outcome instanceof Refusal) this.problems.push(refused(outcome, path.pointer, operation));
    return !(outcome instanceof Refusal);
  }

  #idOf(...names: readonly (string | number)[]): string {
    return idOf(this.#seed, this.#project.name, ...names);
  }
}

interface Paths {
  readonly values: Readonly<Record<string, string>>;
  readonly pointer: string;
}

/** The refusal of a body as a problem, at its place in the file. */
function refused({ detail, errorCode }: Refusal, pointer: string, operation: OperationId): WorldProblem {
  const [, inner, expected] = /^The body is not valid at "([^"]*)": (.*)$/s.exec(detail) ?? [];
  if (inner !== undefined) return { pointer: pointer + inner, text: `${expected}: ${operation} refuses it` };
  return { pointer, text: `expected what ${operation} takes, received ${errorCode}: ${detail}` };
}
