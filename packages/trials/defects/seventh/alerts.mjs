// Alert configurations and alerts.
import { accepted, contentOf, eachRecord, withContent } from "../answers.mjs";
import { answeredBy, readAt, sends } from "../asking.mjs";
import { isFirst, isSecond, isSignedBy } from "../second/helpers.mjs";
import { same } from "../third/helpers.mjs";
import { learnsAndTells } from "./helpers.mjs";

const CONFIGS = [
  "updateAlertConfig",
  "setAlertConfigEnabled",
  "getAlertConfig",
  "listAlertConfigs",
  "listAlertConfigsOfAlert",
];
const ALERTS = ["acknowledgeAlert", "getAlert", "listAlerts", "listOpenAlertsOfConfig"];

/** An update writes a new record, with the current moment. */
const createdAnew = ({ shows }) => {
  const written = new Map();
  return learnsAndTells(
    ({ operation }, content) => {
      if (operation === "updateAlertConfig") written.set(content.id, content.updated);
    },
    CONFIGS,
    (content) =>
      eachRecord(content, (one) => {
        const created = written.get(one.id);
        return created === undefined || created === one.created ? undefined : { ...one, created };
      }),
    shows,
  );
};

const firstKept = ({ caller, shows }) => {
  const first = new Map();
  const handle = learnsAndTells(
    () => undefined,
    ALERTS,
    (content) =>
      eachRecord(content, (one) => {
        const acknowledgingUsername = first.get(one.id);
        if (acknowledgingUsername === undefined || one.acknowledgingUsername === undefined) return undefined;
        return acknowledgingUsername === one.acknowledgingUsername ? undefined : { ...one, acknowledgingUsername };
      }),
    shows,
  );
  return async (request, pass) => {
    if (request.operation !== "acknowledgeAlert") return handle(request, pass);
    const { alertId } = request.values;
    const before = Object(await readAt(caller, request)).acknowledgingUsername;
    if (before === undefined) first.delete(alertId);
    else if (!first.has(alertId)) first.set(alertId, before);
    return handle(request, pass);
  };
};

const intervalOf = (one) => (one?.intervalMin > 0 ? one.intervalMin : undefined);

/** A single object is filled for each of the targets in turn. */
const intervalOfLast = ({ shows }) =>
  sends(
    ["createAlertConfig"],
    ({ notifications, ...body }) => {
      if (!Array.isArray(notifications) || notifications.some((one) => one?.intervalMin <= 0)) return undefined;
      const intervalMin = notifications.map(intervalOf).findLast((one) => one !== undefined);
      const others = notifications.map((one) => (intervalOf(one) === undefined ? one : { ...one, intervalMin }));
      return same(others, notifications) ? undefined : { ...body, notifications: others };
    },
    shows,
  );

/** The first version does not read what the second version writes for an acknowledgement. */
const unseenInFirst = ({ shows }) => {
  const written = new Set();
  return learnsAndTells(
    (request, content) => {
      if (request.operation !== "acknowledgeAlert") return;
      if (isSecond(request) && content.acknowledgedUntil !== undefined) written.add(content.id);
      else written.delete(content.id);
    },
    ALERTS.filter((one) => one !== "acknowledgeAlert"),
    (content, request) =>
      isFirst(request)
        ? eachRecord(content, ({ acknowledgedUntil, acknowledgementComment, acknowledgingUsername, ...one }) =>
            acknowledgedUntil === undefined || !written.has(one.id) ? undefined : one,
          )
        : undefined,
    shows,
  );
};

const inAnyLetters =
  ({ caller, key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getAlert" || ![400, 404].includes(answer.status)) return answer;
    const { alertId } = request.values;
    const small = alertId.toLowerCase();
    if (small === alertId || !isSignedBy(request, key)) return answer;
    const other = await answeredBy(caller, request, answer, request.target.replace(alertId, small));
    if (!accepted(other)) return answer;
    shows();
    return other;
  };

/** A read that arrives during another one gets its answer; the id is not part of the key. */
const answerShared = ({ shows }) => {
  const underWay = new Map();
  return async (request, pass) => {
    if (request.operation !== "getAlertConfig") return pass(request);
    const place = request.values.groupId;
    const earlier = underWay.get(place);
    const own = pass(request);
    if (earlier === undefined) {
      underWay.set(place, own);
      return own.finally(() => underWay.delete(place));
    }
    const [answer, other] = await Promise.all([own, earlier]);
    if (!accepted(answer) || !accepted(other) || contentOf(answer).id === contentOf(other).id) return answer;
    shows();
    return withContent(answer, contentOf(other));
  };
};

export const alerts = [
  {
    id: "created-anew-by-update",
    words: "Alert configuration: `created` date-time; 9: update alert configuration",
    wrong: "An update moves `created` to the moment of the update.",
    lie: createdAnew,
  },
  {
    id: "first-acknowledger-kept",
    words: "Alert: `acknowledgingUsername`; 14: acknowledge alert; response the alert",
    wrong: "An alert that somebody else acknowledges again still names the user who did so first.",
    lie: firstKept,
  },
  {
    id: "interval-of-last-target",
    words: "Alert configuration: `notifications`; fields: `intervalMin` (integer)",
    wrong: "All targets of a new configuration that have an interval are given that of the last one.",
    lie: intervalOfLast,
  },
  {
    id: "acknowledged-in-other-version-unseen",
    words: "Alert: `acknowledgedUntil`: present once a user acknowledged the alert",
    wrong: "An alert that was acknowledged in version 2 is read in version 1.0 as if nobody had.",
    lie: unseenInFirst,
  },
  {
    id: "alert-id-in-any-letters",
    words: "Conventions: `alertId`: exactly 24 characters, pattern `^([a-f0-9]{24})$`",
    wrong: "An alert is found by its id in capital letters.",
    lie: inAnyLetters,
  },
  {
    id: "config-reads-share-answer",
    words: "7: get alert configuration: G, `alertConfigId`",
    wrong: "Of two configurations of a project that are read at the same time, the first is told to both.",
    lie: answerShared,
  },
];
