import fc from "fast-check";
import { expect } from "vitest";
import { type Caller, idsOf } from "../caller.test-support.ts";
import { memberIn } from "../json.test-support.ts";
import { NOON } from "../running.test-support.ts";
import { answers, type Command, command, idIn, type ModelAlert, nth } from "./model.test-support.ts";

const EVENTS = ["JOINED_GROUP", "TAGS_MODIFIED"] as const;
const some = fc.nat(20);
const body = (eventTypeName: string, enabled: boolean) => ({ eventTypeName, enabled, notifications: [] });

const create = fc.tuple(fc.constantFrom(...EVENTS), fc.boolean()).map(([event, enabled]) =>
  command(`create a configuration of ${event}, ${enabled}`, async (model, caller) => {
    const reply = await answers(200, caller, "createAlertConfig", { json: body(event, enabled) });
    const updated = String(memberIn(reply.json, "updated"));
    model.configs.set(idIn(reply), { enabled, eventTypeName: event, updated });
  }),
);

const toggle = fc.tuple(some, fc.boolean()).map(([number, enabled]) =>
  command(
    `toggle configuration ${number} to ${enabled}`,
    async ({ configs }, caller) => {
      const [alertConfigId, config] = nth(configs, number);
      const call = { path: { alertConfigId }, json: { enabled } };
      const reply = await answers(config ? 200 : 404, caller, "setAlertConfigEnabled", call);
      if (config === undefined) return;
      const updated = String(memberIn(reply.json, "updated"));
      expect(updated > config.updated).toBe(true);
      configs.set(alertConfigId, { ...config, enabled, updated });
    },
    ({ configs }) => configs.size > 0,
  ),
);

const update = fc.tuple(some, fc.constantFrom(...EVENTS), fc.boolean()).map(([number, event, enabled]) =>
  command(
    `update configuration ${number} to ${event}, ${enabled}`,
    async ({ configs }, caller) => {
      const [alertConfigId, config] = nth(configs, number);
      const call = { path: { alertConfigId }, json: body(event, enabled) };
      const reply = await answers(config ? 200 : 404, caller, "updateAlertConfig", call);
      if (config === undefined) return;
      const updated = String(memberIn(reply.json, "updated"));
      expect(updated > config.updated).toBe(true);
      configs.set(alertConfigId, { eventTypeName: event, enabled, updated });
    },
    ({ configs }) => configs.size > 0,
  ),
);

const remove = some.map((number) =>
  command(
    `delete configuration ${number}`,
    async ({ configs }, caller) => {
      const [alertConfigId, config] = nth(configs, number);
      await answers(config ? 204 : 404, caller, "deleteAlertConfig", { path: { alertConfigId } });
      configs.set(alertConfigId, undefined);
    },
    ({ configs }) => configs.size > 0,
  ),
);

const readConfigs = fc.constant(
  command("read the configurations", async ({ configs }, caller) => {
    const listed = idsOf(await answers(200, caller, "listAlertConfigs", { query: "itemsPerPage=500" }));
    for (const [alertConfigId, config] of configs) {
      const reply = await answers(config ? 200 : 404, caller, "getAlertConfig", { path: { alertConfigId } });
      if (config) expect(reply.json).toMatchObject({ id: alertConfigId, ...config });
      expect(listed.includes(alertConfigId)).toBe(config !== undefined);
    }
  }),
);

const acknowledge = fc
  .record({
    number: fc.nat(3),
    seconds: fc.option(fc.integer({ min: -10, max: 40 }), { nil: undefined }),
    comment: fc.option(fc.constantFrom("looking", "later"), { nil: undefined }),
  })
  .map(({ number, seconds, comment }) =>
    command(`acknowledge alert ${number} for ${seconds} s with ${comment}`, async ({ alerts, now }, caller) => {
      const alertId = caller.reference.world.alertIds[number * 7] ?? "";
      const until = seconds === undefined ? undefined : now + seconds * 1_000;
      const json = {
        ...(until !== undefined && { acknowledgedUntil: new Date(NOON + until).toISOString() }),
        ...(comment !== undefined && { acknowledgementComment: comment }),
      };
      const before = alerts.get(alertId) ?? (await seeded(caller, alertId));
      await answers(200, caller, "acknowledgeAlert", { path: { alertId }, json });
      const stated = comment === undefined ? {} : { comment };
      if (until !== undefined) alerts.set(alertId, { until, ...stated });
      else alerts.set(alertId, comment === undefined ? {} : { ...before, ...stated });
    }),
  );

/** The seeded state of an unchanged alert. */
async function seeded(caller: Caller, alertId: string): Promise<ModelAlert> {
  const { json } = await answers(200, caller, "getAlert", { path: { alertId } });
  const until = memberIn(json, "acknowledgedUntil");
  const comment = memberIn(json, "acknowledgementComment");
  return {
    ...(typeof until === "string" && { until: Date.parse(until) - NOON }),
    ...(typeof comment === "string" && { comment }),
  };
}

const readAlerts = fc.constant(
  command("read the alerts", async ({ alerts, now }, caller) => {
    for (const [alertId, { until, comment }] of alerts) {
      const { json } = await answers(200, caller, "getAlert", { path: { alertId } });
      const shown = until === undefined ? undefined : new Date(NOON + until).toISOString();
      expect(memberIn(json, "acknowledgedUntil")).toBe(shown);
      expect(memberIn(json, "acknowledgementComment")).toBe(comment);
      const path = { alertConfigId: String(memberIn(json, "alertConfigId")) };
      const open = idsOf(await answers(200, caller, "listOpenAlertsOfConfig", { path, query: "itemsPerPage=500" }));
      const silenced = until !== undefined && until > now;
      expect(open.includes(alertId)).toBe(memberIn(json, "status") !== "CLOSED" && !silenced);
    }
  }),
);

/** Alert configurations and alerts. */
export const alertCommands: readonly fc.Arbitrary<Command>[] = [
  create,
  toggle,
  update,
  remove,
  readConfigs,
  acknowledge,
  readAlerts,
];
