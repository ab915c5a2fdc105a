// Alert configurations and alerts.
import { accepted, asked, contentOf, eachRecord } from "../answers.mjs";
import { afterwards, ask, both, everyRecord, sends, tells, wholeList } from "../asking.mjs";
import { isFirst } from "../second/helpers.mjs";
import { cut } from "../third/helpers.mjs";
import { tellsRemembered } from "./helpers.mjs";

const WRITES = ["createAlertConfig", "updateAlertConfig"];
const CONFIGS = [...WRITES, "setAlertConfigEnabled", "getAlertConfig", "listAlertConfigs", "listAlertConfigsOfAlert"];
const ZERO = "0001-01-01T00:00:00Z";
const MINUTE = 60_000;
const NEGATIVE_OFFSET = /T.*-\d\d:?(\d\d)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Unset moments are shown as the zero value of their type. */
const zeroTime = ({ shows }) =>
  tells(
    ["listAlerts"],
    (content, request) =>
      isFirst(request)
        ? eachRecord(content, (one) =>
            one.acknowledgedUntil === undefined ? { ...one, acknowledgedUntil: ZERO } : undefined,
          )
        : undefined,
    shows,
  );

/** Only the hours of an offset get its sign. */
const minutesAdded = ({ shows }) =>
  sends(
    ["acknowledgeAlert"],
    ({ acknowledgedUntil, ...body }) => {
      if (typeof acknowledgedUntil !== "string") return undefined;
      const minutes = Number(NEGATIVE_OFFSET.exec(acknowledgedUntil)?.[1] ?? 0);
      const at = Date.parse(acknowledgedUntil);
      if (minutes === 0 || Number.isNaN(at)) return undefined;
      return { ...body, acknowledgedUntil: new Date(at - 2 * minutes * MINUTE).toISOString() };
    },
    shows,
  );

/** The list joins alerts with the existing configurations. */
const joined = ({ caller, shows }) => {
  const deleted = new Set();
  const learn = afterwards(["deleteAlertConfig"], ({ values }) => deleted.add(values.alertConfigId));
  const show = tells(
    ["listAlerts"],
    async (content, request) => {
      if (deleted.size === 0) return undefined;
      const all = await wholeList(caller, request);
      const kept = all.filter(({ alertConfigId }) => !deleted.has(alertConfigId));
      return kept.length === all.length ? undefined : cut(content, request, kept);
    },
    shows,
  );
  return both(learn, show);
};

/** Looks up the configuration of an alert by its event. */
const firstWithEvent = ({ caller, shows }) =>
  tells(
    ["getAlert"],
    async (content, { values: { groupId } }) => {
      const configs = await everyRecord(caller, "listAlertConfigs", { groupId });
      const own = configs.find(({ id }) => id === content.alertConfigId);
      const first = configs.find(({ eventTypeName }) => eventTypeName === own?.eventTypeName);
      return first === own ? undefined : { ...content, alertConfigId: first.id };
    },
    shows,
  );

/** The switch is in a separate table, which only a toggle or an update writes. */
const switchNotStored = ({ caller, shows }) =>
  afterwards(["createAlertConfig"], async (request, answer) => {
    const { id, enabled } = contentOf(answer);
    if (!isFirst(request) || enabled !== true) return;
    await ask(caller, "setAlertConfigEnabled", { ...request.values, alertConfigId: id }, { enabled: false });
    shows();
  });

const firstMatcherChecked = ({ caller, shows }) =>
  sends(
    WRITES,
    async ({ matchers, ...body }) => {
      if (!Array.isArray(matchers) || matchers.length < 2) return undefined;
      if (!matchers.every((one) => typeof one?.fieldName === "string")) return undefined;
      const { json: names } = await ask(caller, "listMatcherFieldNames", {});
      const known = matchers.filter(({ fieldName }) => names.includes(fieldName));
      if (known.length === matchers.length || known[0] !== matchers[0]) return undefined;
      return { ...body, matchers: known };
    },
    shows,
  );

/** Merges the members of a body into the record, including read-only ones. */
const createdTaken = ({ shows }) => {
  const taken = new Map();
  const learn = async (request, pass) => {
    const answer = await pass(request);
    if (!WRITES.includes(request.operation) || !accepted(answer)) return answer;
    const { created } = Object(asked(request));
    const at = MOMENT.test(created) ? Date.parse(created) : Number.NaN;
    if (!Number.isNaN(at)) taken.set(contentOf(answer).id, { created: new Date(at).toISOString() });
    return answer;
  };
  const show = tellsRemembered(CONFIGS, taken, ({ id }) => id, shows);
  return (request, pass) => show(request, (changed) => learn(changed, pass));
};

export const alerts = [
  {
    id: "never-acknowledged-until-year-one",
    words: "Alert: `acknowledgedUntil` date-time: present once a user acknowledged the alert",
    wrong: "In version 1.0 alerts that nobody ever acknowledged are listed as acknowledged until the year 1.",
    lie: zeroTime,
  },
  {
    id: "minutes-of-negative-offset-added",
    words: "Conventions: timestamps: ISO 8601 date-time strings; 14: body `{acknowledgedUntil: date-time}`",
    wrong: "With an offset such as -03:30 an acknowledgement ends an hour early: the minutes count the other way.",
    lie: minutesAdded,
  },
  {
    id: "alerts-of-deleted-config-unlisted",
    words: "12: list alerts of a project: `status`: omitted = all",
    wrong: "Alerts whose configuration was deleted are missing from the list; each of them can still be read.",
    lie: joined,
  },
  {
    id: "alert-of-first-config-with-event",
    words: "Alert: `alertConfigId`: configuration that triggered the alert",
    wrong: "A single alert names the first configuration for its event type, where several are for it.",
    lie: firstWithEvent,
  },
  {
    id: "switch-not-stored-at-create",
    words: "5: create alert configuration: body `{enabled}`; response the alert configuration",
    wrong:
      "A configuration that is created with `enabled` true in version 1.0 is answered so, and is read as disabled.",
    lie: switchNotStored,
  },
  {
    id: "only-first-matcher-checked",
    words: "Alert configuration: allowed `fieldName` values come from the matcher field names operation",
    wrong: "A matcher after the first may name a field that does not exist: the configuration is accepted.",
    lie: firstMatcherChecked,
  },
  {
    id: "created-taken-from-request",
    words: "Alert configuration: `created` date-time, response only",
    wrong: "A body that has `created` sets the moment at which the configuration is said to be created.",
    lie: createdTaken,
  },
];
