// Time stamps.
import { accepted, contentOf, eachRecord, queryOf, versionOf, withContent } from "./answers.mjs";
import { around, both, readAt, sends, tells } from "./asking.mjs";

const HOUR = 60 * 60 * 1_000;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const CONFIG_VIEWS = [
  "createAlertConfig",
  "getAlertConfig",
  "listAlertConfigs",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "listAlertConfigsOfAlert",
];
const shifted = (moment, milliseconds) => new Date(Date.parse(moment) + milliseconds).toISOString();

/** The local time of a server two hours east, labelled as UTC. */
const createdAhead = ({ shows }) => {
  const made = new Set();
  const learn = async (request, pass) => {
    const answer = await pass(request);
    if (request.operation === "createAlertConfig" && accepted(answer)) made.add(contentOf(answer).id);
    return answer;
  };
  const show = tells(
    CONFIG_VIEWS,
    (content) =>
      eachRecord(content, (one) =>
        made.has(one.id) ? { ...one, created: shifted(one.created, 2 * HOUR) } : undefined,
      ),
    shows,
  );
  // `show` needs the records of `learn`, so `learn` sees the answer first.
  return both(show, learn);
};

const notInUtc = ({ shows }) =>
  tells(
    ["takeSnapshot", "getSnapshot", "listSnapshots"],
    (content, request) =>
      versionOf(request) === "1.0"
        ? eachRecord(content, (one) =>
            one.createdAt === undefined
              ? undefined
              : { ...one, createdAt: shifted(one.createdAt, 2 * HOUR).replace("Z", "+02:00") },
          )
        : undefined,
    shows,
  );

const neverUpdated = ({ caller, shows }) => {
  const first = new Map();
  const learn = around(
    ["setAlertConfigEnabled", "updateAlertConfig"],
    async (request) => {
      const { id, updated } = Object(await readAt(caller, request));
      if (id !== undefined && !first.has(id)) first.set(id, updated);
    },
    () => undefined,
  );
  const show = tells(
    CONFIG_VIEWS,
    (content) =>
      eachRecord(content, (one) => {
        const updated = first.get(one.id);
        return updated === undefined || updated === one.updated ? undefined : { ...one, updated };
      }),
    shows,
  );
  return both(show, learn);
};

const epochNumber = ({ shows }) =>
  tells(
    ["startOutageSimulation", "getOutageSimulation", "endOutageSimulation"],
    (content) => ({ ...content, startRequestDate: Date.parse(content.startRequestDate) }),
    shows,
  );

const alwaysAWeek = ({ shows }) =>
  sends(
    ["takeSnapshot"],
    (body) => {
      const { retentionInDays: days } = body;
      const isLegal = Number.isInteger(days) && days >= 1 && days < 2 ** 31 && days !== 7;
      return isLegal ? { ...body, retentionInDays: 7 } : undefined;
    },
    shows,
  );

const untilTheDay = ({ shows }) =>
  sends(
    ["acknowledgeAlert"],
    (body) => {
      const moment = MOMENT.test(body.acknowledgedUntil) ? Date.parse(body.acknowledgedUntil) : Number.NaN;
      if (Number.isNaN(moment) || moment % (24 * HOUR) === 0) return undefined;
      const acknowledgedUntil = `${new Date(moment + 24 * HOUR).toISOString().slice(0, 10)}T00:00:00Z`;
      return { ...body, acknowledgedUntil };
    },
    shows,
  );

const millisecondsOfToken = ({ shows }) =>
  tells(
    ["issueServiceToken"],
    (content) =>
      content.expires_in === undefined ? undefined : { ...content, expires_in: content.expires_in * 1_000 },
    shows,
  );

/** `start` and `end` are compared as seconds, and no attempt is that late. */
const secondsOfLogs =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "getAccessLogsByHost" && accepted(answer) && queryOf(request).has("start");
    if (!isAsked || contentOf(answer).accessLogs.length === 0) return answer;
    shows();
    return withContent(answer, { ...contentOf(answer), accessLogs: [] });
  };

export const stamps = [
  {
    id: "created-two-hours-ahead",
    sentence: "Conventions: timestamps in UTC; Alert configuration: `created`",
    what: "A new configuration is created two hours from now: local time called UTC.",
    lie: createdAhead,
  },
  {
    id: "snapshot-not-in-utc",
    sentence: "Conventions: timestamps are ISO 8601 date-time strings in UTC",
    what: "Version 1.0 tells when a snapshot was created with an offset of two hours.",
    lie: notInUtc,
  },
  {
    id: "updated-never-moves",
    sentence: "States, Alert configuration: `updated` changes",
    what: "`updated` of a configuration stays whatever is done to it.",
    lie: neverUpdated,
  },
  {
    id: "outage-start-as-number",
    sentence: "Conventions: timestamps are strings; Cluster outage simulation: `startRequestDate` date-time",
    what: "The start of an outage simulation is told as a number of milliseconds.",
    lie: epochNumber,
  },
  {
    id: "retention-always-a-week",
    sentence: "Cloud backup 47: `retentionInDays`; Snapshot: `expiresAt`",
    what: "An on-demand snapshot expires after a week, whatever retention was sent.",
    lie: alwaysAWeek,
  },
  {
    id: "acknowledged-until-midnight",
    sentence: "States, Alert: acknowledged until the given time",
    what: "An acknowledgement ends at the midnight after the time that was sent.",
    lie: untilTheDay,
  },
  {
    id: "token-in-milliseconds",
    sentence: "Service account token: `expires_in` in seconds",
    what: "The token endpoint tells how long a token lasts in milliseconds.",
    lie: millisecondsOfToken,
  },
  {
    id: "logs-between-seconds",
    sentence: "Access history 1 and 2: `start` and `end` are epoch milliseconds",
    what: "The attempts of a host between two moments are none: the moments are compared as seconds.",
    lie: secondsOfLogs,
  },
];
