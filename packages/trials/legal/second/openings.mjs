// Alerts open, repeat and close by themselves.
import { accepted, contentOf } from "../../defects/answers.mjs";
import { everyRecord } from "../../defects/asking.mjs";
import { failedWith } from "../../defects/fourth/helpers.mjs";
import { withSame } from "../helpers.mjs";
import { ALERT_LISTS, isQuiet, later, relisted } from "./helpers.mjs";

const ONE = ["getAlert", "acknowledgeAlert"];
const isAbout = ({ operation, values }, { groupId }) =>
  [...ALERT_LISTS, ...ONE, "listAlertConfigsOfAlert"].includes(operation) && values.groupId === groupId;

/** Replaces each alert by the result of `told`, in lists and alone; undefined for one that does not exist yet. */
const toldAlerts = (caller, told, shows) => async (request, pass) => {
  const answer = await pass(request);
  if (!accepted(answer)) return answer;
  const other = ALERT_LISTS.includes(request.operation)
    ? await relisted(caller, request, answer, told)
    : withSame(answer, told(contentOf(answer)) ?? contentOf(answer));
  if (!other.body.equals(answer.body)) shows();
  return other;
};

/** Whether the configuration of an alert exists and is enabled. */
async function firing(caller, { groupId }) {
  const all = await everyRecord(caller, "listAlertConfigs", { groupId });
  const enabled = new Set(all.filter((one) => one.enabled).map(({ id }) => id));
  return ({ alertConfigId }) => enabled.has(alertConfigId);
}

const QUIET = 12;
const MISSING = { status: 404, errorCode: "ALERT_NOT_FOUND", detail: "The project has no such alert." };

/** One of the alerts appears with the twelfth request. */
const opens = ({ caller, fixtures, shows }) => {
  let count = 0;
  let hidden;
  let since;
  const told = ({ lastNotified, ...one }) => {
    if (one.id !== hidden) return { ...one, ...(lastNotified !== undefined && { lastNotified }) };
    if (since === undefined) return undefined;
    // No client has seen the alert yet.
    const again = Date.parse(lastNotified) > Date.parse(since) ? { lastNotified } : {};
    return { ...one, created: since, updated: later(one.updated, since), ...again };
  };
  const show = toldAlerts(caller, told, shows);
  return async (request, pass) => {
    if (!isAbout(request, fixtures)) return pass(request);
    count += 1;
    const isDue = count > QUIET && since === undefined;
    if (hidden === undefined || isDue) {
      const fires = await firing(caller, fixtures);
      const all = await everyRecord(caller, "listAlerts", { groupId: fixtures.groupId });
      hidden ??= all.findLast((one) => one.status === "OPEN" && one.acknowledgedUntil === undefined && fires(one))?.id;
      if (isDue && all.some((one) => one.id === hidden && fires(one))) since = new Date().toISOString();
    }
    if (ALERT_LISTS.includes(request.operation)) return show(request, pass);
    const isHidden = request.values.alertId === hidden && since === undefined && request.method === "GET";
    if (!isHidden) return ONE.includes(request.operation) ? show(request, pass) : pass(request);
    const answer = await pass(request);
    return accepted(answer) ? failedWith(request, answer, MISSING) : answer;
  };
};

const EACH = 8;

/** After every eighth request, the oldest open alert closes, as long as others stay open. */
const closes = ({ caller, fixtures, shows }) => {
  const closed = new Map();
  let count = 0;
  const told = (one) => {
    const at = closed.get(one.id);
    if (at === undefined) return one;
    return { ...one, status: "CLOSED", resolved: at, updated: later(one.updated, at) };
  };
  const show = toldAlerts(caller, told, shows);
  return async (request, pass) => {
    if (!isAbout(request, fixtures) || request.operation === "listAlertConfigsOfAlert") return pass(request);
    count += 1;
    if (count % EACH === 0) {
      const all = await everyRecord(caller, "listAlerts", { groupId: fixtures.groupId });
      const open = all.filter(({ id, status }) => status === "OPEN" && !closed.has(id));
      if (open.length > 2) closed.set(open[0].id, new Date().toISOString());
    }
    return show(request, pass);
  };
};

const LOOKS = 10;
const DAY = 86_400_000;

/** Once, at the tenth request, sends a new notification for each unacknowledged alert whose last one is old. */
const repeats = ({ caller, fixtures, shows }) => {
  const last = new Map();
  let count = 0;
  const told = (one) => (last.has(one.id) ? { ...one, lastNotified: later(one.lastNotified, last.get(one.id)) } : one);
  const show = toldAlerts(caller, told, shows);
  return async (request, pass) => {
    if (!isAbout(request, fixtures) || request.operation === "listAlertConfigsOfAlert") return pass(request);
    count += 1;
    if (count === LOOKS) {
      const fires = await firing(caller, fixtures);
      for (const one of await everyRecord(caller, "listAlerts", { groupId: fixtures.groupId })) {
        const isLate = Date.parse(one.lastNotified) < Date.now() - DAY;
        if (one.status === "OPEN" && isLate && !isQuiet(one) && fires(one)) last.set(one.id, new Date().toISOString());
      }
    }
    return show(request, pass);
  };
};

export const openings = [
  {
    id: "an-alert-opens-later",
    twist: "One more alert opens after a dozen questions about alerts.",
    legal: "Alerts are what a living service raises; Events: when a configuration fires, an alert is created.",
    lie: opens,
  },
  {
    id: "alerts-close-by-themselves",
    twist:
      "Open alerts are closed and resolved one after another, in lists by status as well, while one works with them.",
    legal:
      "Named states: alert `status` (`OPEN`, `TRACKING`, `CLOSED`): transitions not shown; `resolved` is a moment.",
    lie: closes,
  },
  {
    id: "alerts-notified-again",
    twist:
      "While one looks at them, open alerts that were last told of long ago are told of again: `lastNotified` moves.",
    legal: "Events: notifications are repeated at their interval until the alert is acknowledged.",
    lie: repeats,
  },
];
