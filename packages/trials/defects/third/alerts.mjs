// Alert configurations and alerts.
import { contentOf, digestOf, eachRecord, queryOf } from "../answers.mjs";
import { afterwards, both, readAt, tells, wholeList } from "../asking.mjs";
import { isFirst, isSecond } from "../second/helpers.mjs";
import { cut, turnsAway } from "./helpers.mjs";

const offUnlisted = ({ caller, shows }) => {
  const off = new Set();
  const learn = afterwards(["setAlertConfigEnabled", "updateAlertConfig"], (request, answer) => {
    const { id, enabled } = contentOf(answer);
    if (enabled) off.delete(id);
    else if (request.operation === "setAlertConfigEnabled") off.add(id);
  });
  const list = tells(
    ["listAlertConfigs"],
    async (content, request) => {
      if (off.size === 0 || !isSecond(request)) return undefined;
      const all = await wholeList(caller, request);
      const left = all.filter(({ id }) => !off.has(id));
      return left.length === all.length ? undefined : cut(content, request, left);
    },
    shows,
  );
  return both(learn, list);
};

const isNumber = (text) => /^[1-9]\d{0,8}$/.test(text);

const numbersInList = ({ shows }) =>
  tells(
    ["listAlertConfigs"],
    (content) =>
      eachRecord(content, (one) => {
        if (!one.matchers?.some(({ value }) => isNumber(value))) return undefined;
        const matchers = one.matchers.map((matcher) =>
          isNumber(matcher.value) ? { ...matcher, value: Number(matcher.value) } : matcher,
        );
        return { ...one, matchers };
      }),
    shows,
  );

const acknowledgementUnlisted = ({ shows }) =>
  tells(
    ["listAlerts"],
    (content, request) =>
      queryOf(request).has("status")
        ? eachRecord(content, ({ acknowledgedUntil, ...one }) => (acknowledgedUntil === undefined ? undefined : one))
        : undefined,
    shows,
  );

const hiddenForEver = ({ caller, shows }) => {
  const once = new Set();
  const learn = afterwards(["acknowledgeAlert"], (_request, answer) => {
    const { id, acknowledgedUntil } = contentOf(answer);
    if (acknowledgedUntil === undefined) once.delete(id);
    else once.add(id);
  });
  const list = tells(
    ["listOpenAlertsOfConfig"],
    async (content, request) => {
      const all = once.size === 0 ? [] : await wholeList(caller, request);
      const left = all.filter(({ id }) => !once.has(id));
      return left.length === all.length ? undefined : cut(content, request, left);
    },
    shows,
  );
  return both(learn, list);
};

const ownerTurnedAway = ({ caller, shows, roleOf }) =>
  turnsAway(
    "acknowledgeAlert",
    { status: 403, errorCode: "USER_UNAUTHORIZED", detail: "The key has no role that allows this." },
    async (request) =>
      isFirst(request) &&
      roleOf(digestOf(request).username) === "Organization Owner" &&
      (await readAt(caller, request)) !== undefined,
    shows,
  );

export const alerts = [
  {
    id: "switched-off-unlisted",
    words: "Alert configurations 4, 8: list of a project; a toggle changes only the enabled state",
    wrong: "In version 2 a configuration that was toggled off is missing from the list until it is on again.",
    lie: offUnlisted,
  },
  {
    id: "matcher-value-as-number-in-list",
    words: "Alert configuration: `matchers` items `{fieldName, operator, value: string}`",
    wrong: "The list tells the value of a matcher that looks like a number as a number.",
    lie: numbersInList,
  },
  {
    id: "acknowledgement-unlisted-with-status",
    words: "Alert: `acknowledgedUntil` is present once a user acknowledged the alert; Alerts 12",
    wrong: "Listed by `status`, acknowledged alerts have no `acknowledgedUntil`.",
    lie: acknowledgementUnlisted,
  },
  {
    id: "ended-acknowledgement-hides",
    words: "Alerts 11: open means triggered and unacknowledged; States: acknowledged until the given time",
    wrong: "An alert whose acknowledgement is over never comes back among the open alerts of its configuration.",
    lie: hiddenForEver,
  },
  {
    id: "organization-owner-not-acknowledging",
    words: "Alerts 14: Organization Owner or Project Owner",
    wrong: "In version 1.0 an Organization Owner key may not acknowledge.",
    lie: ownerTurnedAway,
  },
];
