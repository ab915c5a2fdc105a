// Alert configurations.
import { accepted, asked, contentOf, eachRecord, withContent } from "../answers.mjs";
import { around, ask, everyRecord, readAt, refuses, sends } from "../asking.mjs";
import { same } from "../third/helpers.mjs";

const SHOWING = ["getAlertConfig", "listAlertConfigs", "listAlertConfigsOfAlert", "setAlertConfigEnabled"];

/** Only writing a whole record sets the moment of the last change. */
const keepsUpdated = ({ caller, shows }) => {
  const stale = new Map();
  return async (request, pass) => {
    const { operation, values } = request;
    const isToggle = operation === "setAlertConfigEnabled";
    const before = isToggle ? await readAt(caller, request) : undefined;
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    if (operation === "updateAlertConfig") stale.delete(values.alertConfigId);
    const isSwitchedOn = before?.enabled === false && asked(request)?.enabled === true;
    if (isSwitchedOn && !stale.has(before.id)) stale.set(before.id, before.updated);
    if (!SHOWING.includes(operation)) return answer;
    const content = eachRecord(contentOf(answer), (one) => {
      const updated = stale.get(one.id);
      return updated === undefined || updated === one.updated ? undefined : { ...one, updated };
    });
    if (content === undefined) return answer;
    shows();
    return withContent(answer, content);
  };
};

const deletedByEvent = ({ caller, shows }) =>
  around(
    ["deleteAlertConfig"],
    (request) => readAt(caller, request),
    async ({ values: { groupId } }, _answer, before) => {
      const all = await everyRecord(caller, "listAlertConfigs", { groupId });
      for (const { id } of all.filter(({ eventTypeName }) => eventTypeName === before?.eventTypeName)) {
        const { status } = await ask(caller, "deleteAlertConfig", { groupId, alertConfigId: id });
        if (status < 300) shows();
      }
    },
  );

const withoutIds = ({ notifierId: _notifierId, integrationId: _integrationId, ...target }) => target;

const targetsAdded = ({ caller, shows }) =>
  sends(
    ["updateAlertConfig"],
    async ({ notifications, ...body }, request) => {
      const before = await readAt(caller, request);
      if (before === undefined || !Array.isArray(notifications)) return undefined;
      return { ...body, notifications: [...before.notifications.map(withoutIds), ...notifications] };
    },
    shows,
  );

const MASKED = /\*/;

/** The answer of the toggle lacks the mask of the other answers. */
const unmaskedByToggle = ({ shows }) => {
  const keys = new Map();
  return async (request, pass) => {
    const { operation, values } = request;
    const answer = await pass(request);
    if (!accepted(answer)) return answer;
    const content = contentOf(answer);
    if (["createAlertConfig", "updateAlertConfig"].includes(operation)) {
      const sent = asked(request)?.notifications ?? [];
      keys.set(
        content.id,
        sent.map(({ monitoringApiKey: plain }) => (MASKED.test(plain) ? undefined : plain)),
      );
    }
    if (operation !== "setAlertConfigEnabled" || !keys.has(values.alertConfigId)) return answer;
    const plain = keys.get(values.alertConfigId);
    const notifications = content.notifications.map((one, at) =>
      one.monitoringApiKey === undefined || plain[at] === undefined ? one : { ...one, monitoringApiKey: plain[at] },
    );
    if (same(notifications, content.notifications)) return answer;
    shows();
    return withContent(answer, { ...content, notifications });
  };
};

const billingRefused = ({ shows }) =>
  refuses(
    ["updateAlertConfig"],
    ({ eventTypeName, notifications }) =>
      eventTypeName === "CREDIT_CARD_ABOUT_TO_EXPIRE" && Array.isArray(notifications),
    { eventTypeName: "NONE" },
    shows,
  );

export const alerts = [
  {
    id: "toggle-keeps-updated",
    words: "States, alert configuration: toggle with `enabled` true: `updated` changes",
    wrong: "A configuration that was toggled on is told with the `updated` that it had before.",
    lie: keepsUpdated,
  },
  {
    id: "deleted-with-same-event",
    words: "6: delete alert configuration: G, `alertConfigId`",
    wrong: "All configurations of the project with the same event type are deleted, too.",
    lie: deletedByEvent,
  },
  {
    id: "targets-added-on-update",
    words: "9: update alert configuration: body as create; response the alert configuration",
    wrong: "The notification targets of an update are added to those from before.",
    lie: targetsAdded,
  },
  {
    id: "key-unmasked-by-toggle",
    words: "Alert configuration: `monitoringApiKey` returned masked with only the last four characters visible",
    wrong: "The answer of the toggle tells the whole key of a monitoring platform.",
    lie: unmaskedByToggle,
  },
  {
    id: "billing-event-refused-on-update",
    words: "Events: `eventTypeName` is one of the event types; `CREDIT_CARD_ABOUT_TO_EXPIRE`",
    wrong: "An update to a billing event is refused as unknown, while a new configuration may have it.",
    lie: billingRefused,
  },
];
