import { type Call, member } from "@plumbline/conformance";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "../cases/bodies.ts";
import type { Rules } from "./model.ts";
import type { Fields } from "./step.ts";

/** A kind of record whose states are explored: how to send each step, and its fields. */
export interface Kind extends Rules {
  readonly name: string;
  readonly operations: Readonly<Record<"create" | "read" | "update" | "toggle" | "remove", OperationId>>;
  readonly body: (variant: number) => unknown;
  readonly toggle: (on: boolean) => unknown;
  /** An update body that breaks one keyword. */
  readonly wrong: unknown;
  readonly idOf: (record: unknown) => string | undefined;
  readonly at: (id: string) => NonNullable<Call["path"]>;
  /** The fields of the model in a record. */
  readonly shown: (record: unknown) => Fields;
}

/** The operations of scenarios. */
export const ALERT_CONFIGURATIONS: readonly OperationId[] = [
  "createAlertConfig",
  "getAlertConfig",
  "updateAlertConfig",
  "setAlertConfigEnabled",
  "deleteAlertConfig",
];

const EVENTS = ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"] as const;

/** Alert configurations. Their fields are the event, whether they are enabled, and the number of notifications. */
export function alertConfigurations(parts: BodyParts, version: RouteVersion): Kind {
  const { contract, world } = parts;
  const { matchers: _matchers, ...base } = world.alertConfiguration;
  const bodyOf = (variant: number) => ({
    ...base,
    eventTypeName: EVENTS[Math.floor(variant / 2) % EVENTS.length] ?? EVENTS[0],
    enabled: variant % 2 === 1,
  });
  const fieldsOf = (variant: number): Fields => {
    const { eventTypeName, enabled, notifications } = bodyOf(variant);
    return { eventTypeName, enabled, notifications: notifications?.length };
  };
  const { notifications: _gone, ...wrong } = Object(bodiesFor("updateAlertConfig", parts, version).get("plain"));
  return {
    name: "alert configurations",
    operations: {
      create: "createAlertConfig",
      read: "getAlertConfig",
      update: "updateAlertConfig",
      toggle: "setAlertConfigEnabled",
      remove: "deleteAlertConfig",
    },
    body: (variant) => contract.wire(bodyOf(variant)),
    toggle: (enabled) => contract.wire({ enabled }),
    wrong,
    variant: fieldsOf,
    switched: (fields, enabled) => ({ ...fields, enabled }),
    idOf: (record) => {
      const id = member(record, "id");
      return typeof id === "string" ? id : undefined;
    },
    at: (alertConfigId) => ({ alertConfigId }),
    shown: (record) => {
      const notifications = member(record, contract.field("notifications"));
      return {
        eventTypeName: member(record, contract.field("eventTypeName")),
        enabled: member(record, contract.field("enabled")),
        notifications: Array.isArray(notifications) ? notifications.length : undefined,
      };
    },
  };
}
