// Alert configurations, alerts and acknowledgements.
import { accepted, asked, contentOf, digestOf, queryOf, withBody, withContent } from "../answers.mjs";
import { answeredBy, around, ask, both, everyRecord, pageOf, readAt, sends, tells, wholeList } from "../asking.mjs";
import { isSecond, refusedForRole } from "./helpers.mjs";

const offDropsMatchers =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "setAlertConfigEnabled" || !accepted(answer)) return answer;
    const record = contentOf(answer);
    if (asked(request)?.enabled !== false || !(record?.matchers?.length > 1)) return answer;
    const { enabled, eventTypeName, notifications, matchers } = record;
    const body = { enabled, eventTypeName, notifications, matchers: matchers.slice(0, 1) };
    const { status, json } = await ask(caller, "updateAlertConfig", request.values, body);
    if (status >= 300) return answer;
    shows();
    return withContent(answer, json);
  };

const revived = ({ caller, shows }) => {
  const removed = new Map();
  const learn = around(
    ["deleteAlertConfig"],
    (request) => readAt(caller, request),
    (_request, _answer, before) => {
      if (before?.matchers?.length > 0) removed.set(before.groupId + before.eventTypeName, before.matchers);
    },
  );
  const revive = sends(
    ["createAlertConfig"],
    (body, request) => {
      const matchers = removed.get(request.values.groupId + body.eventTypeName);
      if (matchers === undefined || JSON.stringify(body.matchers ?? []) === JSON.stringify(matchers)) return undefined;
      return body.matchers === undefined || body.matchers.length === 0 ? { ...body, matchers } : undefined;
    },
    shows,
  );
  return both(learn, revive);
};

const countsAcknowledged = ({ caller, shows }) =>
  tells(
    ["listOpenAlertsOfConfig"],
    async (content, request) => {
      if (!("totalCount" in content) || content.results.length >= content.totalCount) return undefined;
      const all = await everyRecord(caller, "listAlerts", request.values);
      const own = all.filter((one) => one.alertConfigId === request.values.alertConfigId && one.status !== "CLOSED");
      return own.length === content.totalCount ? undefined : { ...content, totalCount: own.length };
    },
    shows,
  );

const closedSkips = ({ caller, shows }) =>
  tells(
    ["listAlerts"],
    async (content, request) => {
      const { size, page } = pageOf(request);
      if (queryOf(request).get("status") !== "CLOSED" || page < 2 || content.results.length === 0) return undefined;
      const all = await wholeList(caller, request);
      return { ...content, results: all.slice((page - 1) * size + page - 1, page * size + page - 1) };
    },
    shows,
  );

const neverShorter = ({ caller, shows }) =>
  sends(
    ["acknowledgeAlert"],
    async (body, request) => {
      const wanted = Date.parse(body.acknowledgedUntil);
      if (Number.isNaN(wanted)) return undefined;
      const { acknowledgedUntil: current } = Object(await readAt(caller, request));
      return Date.parse(current) > wanted ? { ...body, acknowledgedUntil: current } : undefined;
    },
    shows,
  );

const trackingStays =
  ({ caller, shows }) =>
  async (request, pass) => {
    const body = request.operation === "acknowledgeAlert" ? asked(request) : undefined;
    if (body === undefined || "acknowledgedUntil" in body || "acknowledgementComment" in body) return pass(request);
    const { status, acknowledgedUntil, acknowledgementComment } = Object(await readAt(caller, request));
    if (status !== "TRACKING" || acknowledgedUntil === undefined) return pass(request);
    const answer = await pass(withBody(request, { acknowledgedUntil, acknowledgementComment }));
    if (!accepted(answer)) return pass(request);
    shows();
    return answer;
  };

const closedHasNone = ({ caller, shows }) =>
  tells(
    ["listAlertConfigsOfAlert"],
    async (content, request) => {
      if (!isSecond(request) || content.results.length === 0) return undefined;
      const { json } = await ask(caller, "getAlert", request.values);
      if (json?.status !== "CLOSED") return undefined;
      return { ...content, results: [], ...("totalCount" in content && { totalCount: 0 }) };
    },
    shows,
  );

const oneOfAKind = ({ shows }) =>
  sends(
    ["createAlertConfig"],
    (body) => {
      if (!Array.isArray(body.notifications)) return undefined;
      const kinds = new Map(body.notifications.map((one) => [one?.typeName, one]));
      return kinds.size < body.notifications.length ? { ...body, notifications: [...kinds.values()] } : undefined;
    },
    shows,
  );

const readerAcknowledgesClosed =
  ({ caller, shows, roleOf }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "acknowledgeAlert" || !refusedForRole(answer)) return answer;
    if (roleOf(digestOf(request).username)?.toLowerCase() !== "project read only") return answer;
    const { status } = Object(await readAt(caller, request));
    if (status !== "CLOSED") return answer;
    const other = await answeredBy(caller, request, answer);
    if (accepted(other)) shows();
    return other;
  };

export const alerts = [
  {
    id: "toggle-off-drops-matchers",
    words: "Alert configurations 8: toggle changes only the enabled state",
    wrong: "Switching off a configuration with several matchers keeps only the first matcher.",
    lie: offDropsMatchers,
  },
  {
    id: "deleted-matchers-revived",
    words: "Alert configurations 5, 6: create with body `{..., matchers, ...}`; `matchers` optional",
    wrong:
      "A configuration created without matchers after one of the same event type was deleted gets the deleted one's matchers.",
    lie: revived,
  },
  {
    id: "open-count-counts-acknowledged",
    words: "Alerts 11: open means triggered and unacknowledged; paged list with `totalCount`",
    wrong:
      "On a page that does not hold all, `totalCount` of the open alerts of a configuration counts acknowledged ones too.",
    lie: countsAcknowledged,
  },
  {
    id: "closed-alerts-skip-at-border",
    words: "Alerts 12: list with `status` CLOSED; PG",
    wrong: "With status CLOSED each page after the first starts too late: an alert is lost at every page border.",
    lie: closedSkips,
  },
  {
    id: "acknowledgement-never-shortened",
    words: "States: acknowledge with `acknowledgedUntil`: acknowledged until the given time",
    wrong: "An acknowledged alert that is acknowledged until an earlier time keeps the later time.",
    lie: neverShorter,
  },
  {
    id: "tracking-not-unacknowledged",
    words: "States: sending neither field unacknowledges (alert in any state)",
    wrong: "An acknowledged alert with status TRACKING stays acknowledged when neither field is sent.",
    lie: trackingStays,
  },
  {
    id: "closed-alert-without-configuration",
    words: "Alert configurations 10: list alert configurations of one alert",
    wrong: "In version 2 a closed alert has no configurations.",
    lie: closedHasNone,
  },
  {
    id: "one-notification-of-a-kind",
    words: "Alert configuration: `notifications` array of targets; kinds by `typeName`",
    wrong: "Of several notifications of the same kind only the last is kept at create.",
    lie: oneOfAKind,
  },
  {
    id: "reader-acknowledges-closed",
    words: "Alerts 14: Organization Owner or Project Owner",
    wrong: "A Project Read Only key may acknowledge an alert that is CLOSED.",
    lie: readerAcknowledgesClosed,
  },
];
