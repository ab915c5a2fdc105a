// Defects that appear only after a history of requests: after a deletion, a refusal, or a repeated request.
import { asked, contentOf } from "./answers.mjs";
import { afterwards, around, ask, both, readAt, sends } from "./asking.mjs";
import { defectsOfMemories } from "./memories.mjs";
import { defectsOfRemovals } from "./removals.mjs";

/** The members of a configuration that an update needs to restore it. */
const restored = ({ enabled, eventTypeName, matchers, notifications }) => ({
  enabled,
  eventTypeName,
  matchers,
  notifications,
});

const losesSecondUpdate = ({ caller, shows }) => {
  const times = new Map();
  return around(
    ["updateAlertConfig"],
    (request) => readAt(caller, request),
    async ({ values }, _answer, before) => {
      const many = (times.get(values.alertConfigId) ?? 0) + 1;
      times.set(values.alertConfigId, many);
      if (many % 2 === 1) return;
      const { status } = await ask(caller, "updateAlertConfig", values, restored(before));
      if (status < 300) shows();
    },
  );
};

const togglesBlindly = ({ caller, shows }) =>
  sends(
    ["setAlertConfigEnabled"],
    async (body, request) => {
      const current = await readAt(caller, request);
      return current?.enabled === body.enabled ? { ...body, enabled: !body.enabled } : undefined;
    },
    shows,
  );

const keepsRefused =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "updateAlertConfig" || answer.status !== 400) return answer;
    const enabled = asked(request)?.enabled;
    const before = typeof enabled === "boolean" ? await readAt(caller, request) : undefined;
    if (before === undefined || before.enabled === enabled) return answer;
    const { status } = await ask(caller, "setAlertConfigEnabled", request.values, { enabled });
    if (status < 300) shows();
    return answer;
  };

const TRIES = 100;
const PAUSE = 100;

const takesRefusedLater = ({ caller, shows }) => {
  const waiting = new Set();
  async function later({ path, values }, body) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE).unref());
      const { status } = await ask(caller, "takeSnapshot", values, body).catch(() => ({ status: 500 }));
      if (status < 300) shows();
      if (status !== 409) break;
    }
    waiting.delete(path);
  }
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "takeSnapshot" || answer.status !== 409 || waiting.has(request.path)) return answer;
    waiting.add(request.path);
    later(request, asked(request));
    return answer;
  };
};

const resetsMinute = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      if (body.referenceHourOfDay === undefined || body.referenceMinuteOfHour !== undefined) return undefined;
      const { referenceMinuteOfHour = 0 } = Object(await readAt(caller, request));
      return referenceMinuteOfHour === 0 ? undefined : { ...body, referenceMinuteOfHour: 0 };
    },
    shows,
  );

const dropsRetention = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      if (body.policies === undefined || body.extraRetentionSettings !== undefined) return undefined;
      const { extraRetentionSettings = [] } = Object(await readAt(caller, request));
      return extraRetentionSettings.length === 0 ? undefined : { ...body, extraRetentionSettings: [] };
    },
    shows,
  );

const dropsMatchers = ({ caller, shows }) =>
  around(
    ["setAlertConfigEnabled"],
    (request) => readAt(caller, request),
    async (request, answer, before) => {
      if (!(before?.matchers?.length > 0)) return;
      const body = { ...restored(before), enabled: contentOf(answer).enabled, matchers: [] };
      const { status } = await ask(caller, "updateAlertConfig", request.values, body);
      if (status < 300) shows();
    },
  );

const MOST_COMMENT = 200;

const keepsFirstComment = ({ caller, shows }) =>
  sends(
    ["acknowledgeAlert"],
    async (body, request) => {
      const { acknowledgementComment: text } = body;
      const isLegal = typeof text === "string" && text.length <= MOST_COMMENT;
      if (!isLegal || body.acknowledgedUntil === undefined) return undefined;
      const { acknowledgementComment: first } = Object(await readAt(caller, request));
      if (first === undefined || first === text) return undefined;
      return { ...body, acknowledgementComment: first };
    },
    shows,
  );

const losesRenewedAcknowledgement = ({ caller, shows }) => {
  const takenBack = new Set();
  return afterwards(["acknowledgeAlert"], async (request) => {
    const { alertId } = request.values;
    if (asked(request)?.acknowledgedUntil === undefined) return void takenBack.add(alertId);
    if (!takenBack.delete(alertId)) return undefined;
    const { status } = await ask(caller, "acknowledgeAlert", request.values, {});
    if (status < 300) shows();
  });
};

const areFilters = (filters) =>
  Array.isArray(filters) && filters.length > 0 && filters.every((one) => one?.type === "REGION");

const restartsWithOldFilters = ({ shows }) => {
  const first = new Map();
  const placeOf = ({ values: { groupId, clusterName } }) => `${groupId}/${clusterName}`;
  const learn = afterwards(["startOutageSimulation"], (request) => {
    const place = placeOf(request);
    if (!first.has(place)) first.set(place, asked(request).outageFilters);
  });
  const start = sends(
    ["startOutageSimulation"],
    (body, request) => {
      const outageFilters = first.get(placeOf(request));
      if (outageFilters === undefined || !areFilters(body.outageFilters)) return undefined;
      return JSON.stringify(outageFilters) === JSON.stringify(body.outageFilters)
        ? undefined
        : { ...body, outageFilters };
    },
    shows,
  );
  return both(learn, start);
};

export const histories = [
  {
    id: "second-update-lost",
    sentence: "Alert configurations 9: an update changes the configuration",
    what: "Every second update of a configuration is answered as carried out, and is lost.",
    lie: losesSecondUpdate,
  },
  {
    id: "toggle-blindly",
    sentence: "States, Alert configuration: toggling with `enabled` true leads to enabled true",
    what: "A toggle inverts the state instead of setting it: the same one sent twice is wrong.",
    lie: togglesBlindly,
  },
  {
    id: "refused-update-toggles",
    sentence: "Errors 1: a request with VALIDATION_ERROR is refused",
    what: "An update that is refused with 400 changes the enabled state all the same.",
    lie: keepsRefused,
  },
  {
    id: "refused-snapshot-taken",
    sentence: "States, Snapshot rule: wait until the first one completes",
    what: "A snapshot that was refused because one is under way is taken once that is complete.",
    lie: takesRefusedLater,
  },
  {
    id: "schedule-minute-reset",
    sentence: "Cloud backup 45: the body contains only the fields to change",
    what: "A new hour without a minute sets the minute of the schedule to 0.",
    lie: resetsMinute,
  },
  {
    id: "schedule-retention-dropped",
    sentence: "Cloud backup 45: the body contains only the fields to change",
    what: "New policies without extra retention settings empty those of the schedule.",
    lie: dropsRetention,
  },
  {
    id: "toggle-drops-matchers",
    sentence: "Alert configurations 8: changes only the enabled state",
    what: "After a toggle the matchers of the configuration are gone; the answer to the toggle shows them still.",
    lie: dropsMatchers,
  },
  {
    id: "first-comment-kept",
    sentence: "Alerts 14: `acknowledgementComment` of the body",
    what: "A second acknowledgement keeps the comment of the first.",
    lie: keepsFirstComment,
  },
  {
    id: "renewed-acknowledgement-lost",
    sentence: "States, Alert: acknowledged until the given time",
    what: "After an acknowledgement was taken back, the next one is answered as carried out, and is lost.",
    lie: losesRenewedAcknowledgement,
  },
  {
    id: "outage-restarts-with-old-filters",
    sentence: "Outage simulation 65: starts with the `outageFilters` of the body",
    what: "The second simulation of a cluster has the filters of the first.",
    lie: restartsWithOldFilters,
  },
  ...defectsOfMemories,
  ...defectsOfRemovals,
];
