import { createHash } from "node:crypto";
import type { OperationId } from "@plumbline/schemas";
import { withoutUnset } from "@plumbline/schemas/validate";
import { Alerting } from "../alerting/alerting.ts";
import { keyHolder } from "../auth/authenticate.ts";
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

/** What is needed to carry out the operations of which the bodies of a world are. */
export interface Furnishing {
  readonly service: Service;
  readonly seed: number;
  readonly now: number;
}

/** An id that follows from the seed and from what a record is called, so that another record before it changes nothing. */
export const idOf = (seed: number, ...names: readonly (string | number)[]): string =>
  createHash("sha256")
    .update(JSON.stringify([seed, ...names]))
    .digest("hex")
    .slice(0, 24);

/**
 * Makes what the file says of a project by the operations themselves, each at the moment at which its record is to have
 * been made: what they refuse is a problem of the file. Events of that time are over, and raise no alerts.
 */
export function furnishOwn(own: OwnProject, project: Project, pointer: string, { service, seed, now }: Furnishing) {
  const problems: WorldProblem[] = [];
  const { state } = service;
  const then: State = { ...state };
  const silent = new Alerting({ ...state, ...createRecordStores() }, () => {});
  const acting: Service = { ...service, behaviour: honest, alerting: silent, state: then, speed: 1 };
  const caller = keyHolder({ ...service.keys.all, publicKey: "operator@example.com" });

  const perform = (kind: Pick<Kind, "operation">, body: unknown, at: number, id: string, path: Paths): boolean => {
    then.newId = () => id;
    const values = new Values(new Map(Object.entries(path.values)));
    const call = {
      operation: kind.operation,
      values,
      version: "2" as const,
      body: withoutUnset(body, [bodySchema(kind.operation)]),
      caller,
      service: acting,
      now: at,
      project,
    };
    const handler = handlers[kind.operation];
    const outcome: Outcome = handler.scope === "project" ? handler.handle(call) : new Refusal(500, "", "");
    if (outcome instanceof Refusal) problems.push(refused(outcome, path.pointer, kind.operation));
    return !(outcome instanceof Refusal);
  };

  const make = (kind: Kind, holder: Fields, path: Paths, name: string): void => {
    const value = holder[kind.name];
    // What has nothing in it is not stated, as in requests.
    if (value === undefined || value === null) return;
    const at = `${path.pointer}/${kind.name}`;
    if (!kind.many) {
      perform(kind, value, now - kind.age, idOf(seed, project.name, name, kind.name), { ...path, pointer: at });
      return;
    }
    const items = listMember(holder, kind.name);
    const aged = items.map((item, index) => ({
      item,
      index,
      at: now - (readDuration(item["age"]) ?? kind.age + (items.length - 1 - index) * kind.step),
    }));
    // A snapshot is refused while another is being taken, so they are taken in the order of time.
    for (const { item, index, at: moment } of aged.sort((a, b) => a.at - b.at)) {
      const { id: given, age: _age, alerts: _alerts, ...rest } = item;
      const nested = kind.name === "clusters" ? kindsWithin("cluster") : [];
      const body = Object.fromEntries(Object.entries(rest).filter(([key]) => !nested.some((one) => one.name === key)));
      const own = textMember(item, "name") ?? String(index);
      const id = typeof given === "string" ? given : idOf(seed, project.name, name, kind.name, own);
      const here = { ...path, pointer: `${at}/${index}` };
      if (!perform(kind, body, moment, id, here)) continue;
      if (kind.name === "alertConfigurations") raise(item, id, { ...here, moment });
      const made = state.clusters.get(project.id, id);
      if (made === undefined) continue;
      const values = { ...path.values, clusterName: made.name };
      for (const inner of nested) make(inner, item, { values, pointer: here.pointer }, made.name);
    }
  };

  /** Alerts come of events, so no operation makes one: these stand as they are stated, and are acknowledged by the operation. */
  const raise = (
    config: Fields,
    configId: string,
    { pointer: at, values }: Paths & { readonly moment: number },
  ): void => {
    for (const [index, alert] of listMember(config, "alerts").entries()) {
      const created = now - (readDuration(alert["age"]) ?? HOUR);
      const given = alert["id"];
      const id = typeof given === "string" ? given : idOf(seed, project.name, "alerts", configId, index);
      const status = (textMember(alert, "status") ?? "OPEN") as StoredAlert["status"];
      state.alerts.put({
        id,
        groupId: project.id,
        orgId: project.orgId,
        alertConfigId: configId,
        eventTypeName: textMember(config, "eventTypeName") ?? "",
        status,
        created,
        updated: created,
        ...(status !== "TRACKING" && { lastNotified: created }),
        ...(status === "CLOSED" && { resolved: created }),
      });
      const { id: _id, age: _age, status: _status, ...body } = alert;
      const path = { values: { ...values, alertId: id }, pointer: `${at}/alerts/${index}` };
      if (Object.keys(body).length > 0) perform({ operation: "acknowledgeAlert" }, body, created, id, path);
    }
  };

  const values = { groupId: project.id };
  const [clusters, ...others] = kindsWithin("project");
  for (const kind of clusters === undefined ? others : [clusters, ...others])
    make(kind, fieldsOf(own), { values, pointer }, "");
  return problems;
}

interface Paths {
  readonly values: Readonly<Record<string, string>>;
  readonly pointer: string;
}

/** What an operation says of a body that it refuses, at the place in the file that it means. */
function refused({ detail, errorCode }: Refusal, pointer: string, operation: OperationId): WorldProblem {
  const [, inner, expected] = /^The body is not valid at "([^"]*)": (.*)$/s.exec(detail) ?? [];
  if (inner !== undefined) return { pointer: pointer + inner, text: `${expected}: ${operation} refuses it` };
  return { pointer, text: `expected what ${operation} takes, received ${errorCode}: ${detail}` };
}
