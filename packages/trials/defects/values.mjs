// Valid values that are refused, dropped or replaced.
import { accepted, acceptOf, asked, contentOf, eachRecord, queryOf, versionOf, withContent } from "./answers.mjs";
import { both, readAt, refuses, sends, tells } from "./asking.mjs";
import { defectsOfTexts } from "./texts.mjs";

const zeroLogs = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByCluster"],
    async (_content, request) => {
      const query = queryOf(request);
      if (query.get("nLogs") !== "0") return undefined;
      for (const name of ["nLogs", "envelope", "pretty"]) query.delete(name);
      const { status, json } = await caller.send("GET", `${request.path}?${query}`, acceptOf(request));
      return status === 200 && json.accessLogs.length > 0 ? json : undefined;
    },
    shows,
  );

const midnight = ({ caller, shows }) =>
  sends(
    ["updateBackupSchedule"],
    async (body, request) => {
      if (body.referenceHourOfDay !== 0) return undefined;
      const { referenceHourOfDay: current = 0 } = Object(await readAt(caller, request));
      if (current === 0) return undefined;
      return { ...body, referenceHourOfDay: current };
    },
    shows,
  );

const CONFIGURED = ["createAlertConfig", "updateAlertConfig"];

const noDelay = ({ shows }) =>
  sends(
    CONFIGURED,
    ({ notifications, ...body }) => {
      if (!Array.isArray(notifications) || !notifications.some((one) => one?.delayMin === 0)) return undefined;
      const later = notifications.map((one) => (one?.delayMin === 0 ? { ...one, delayMin: 15 } : one));
      return { ...body, notifications: later };
    },
    shows,
  );

const dropsFalseStoredSource = ({ shows }) =>
  sends(
    ["createSearchIndex"],
    ({ definition, ...body }) => {
      if (definition?.storedSource !== false) return undefined;
      const { storedSource: _dropped, ...rest } = definition;
      return { ...body, definition: rest };
    },
    shows,
  );

const alwaysDynamic = ({ shows }) =>
  sends(
    ["createSearchIndex", "createSearchIndexLegacy"],
    (body) =>
      body.mappings?.dynamic === false ? { ...body, mappings: { ...body.mappings, dynamic: true } } : undefined,
    shows,
  );

const neverSwitchedOff = ({ caller, shows }) =>
  sends(
    ["updateAuditing"],
    async (body, request) => {
      if (body.auditAuthorizationSuccess !== false) return undefined;
      const { auditAuthorizationSuccess: current } = Object(await readAt(caller, request));
      return current === true ? { ...body, auditAuthorizationSuccess: true } : undefined;
    },
    shows,
  );

const MOST_GIGABYTES = 4096;

const wholeGigabytes = ({ shows }) =>
  sends(
    ["createCluster"],
    (body) => {
      const { diskSizeGB } = body;
      const isLegal = typeof diskSizeGB === "number" && diskSizeGB <= MOST_GIGABYTES;
      if (!isLegal || Number.isInteger(diskSizeGB)) return undefined;
      return { ...body, diskSizeGB: Math.trunc(diskSizeGB) };
    },
    shows,
  );

const noLeapDay = ({ shows }) =>
  refuses(
    ["acknowledgeAlert"],
    ({ acknowledgedUntil }) => /^\d{4}-02-29T/.test(acknowledgedUntil),
    { acknowledgedUntil: "no day" },
    shows,
  );

const OFFSET = /[+-]\d{2}:\d{2}$/;

const forgetsOffset = ({ shows }) =>
  sends(
    ["acknowledgeAlert"],
    (body) => {
      const { acknowledgedUntil: until } = body;
      const isMoment = typeof until === "string" && OFFSET.test(until) && !Number.isNaN(Date.parse(until));
      if (!isMoment || /[+-]00:00$/.test(until)) return undefined;
      return { ...body, acknowledgedUntil: until.replace(OFFSET, "Z") };
    },
    shows,
  );

const weeksAreDays = ({ shows }) =>
  sends(
    ["changeSnapshotExpiration"],
    (body) => (body.retentionUnit === "WEEKS" ? { ...body, retentionUnit: "DAYS" } : undefined),
    shows,
  );

const noTracking = ({ shows }) =>
  tells(
    ["listAlerts"],
    (content, request) => {
      const isWrong = queryOf(request).get("status") === "TRACKING" && versionOf(request) === "1.0";
      if (!isWrong || content.results.length === 0) return undefined;
      return { ...content, results: [], ...("totalCount" in content && { totalCount: 0 }) };
    },
    shows,
  );

const alwaysLongTerm = ({ shows }) => {
  const wanted = new Set();
  const learn = async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "createCluster" || !accepted(answer)) return answer;
    const content = contentOf(answer);
    if (asked(request)?.versionReleaseSystem !== "CONTINUOUS") return answer;
    wanted.add(content.id);
    shows();
    return withContent(answer, { ...content, versionReleaseSystem: "LTS" });
  };
  const show = tells(
    ["listClusters"],
    (content) =>
      eachRecord(content, (one) => (wanted.has(one.id) ? { ...one, versionReleaseSystem: "LTS" } : undefined)),
    shows,
  );
  return both(learn, show);
};

const enabledByDefault = ({ shows }) =>
  sends(["createAlertConfig"], (body) => (body.enabled === undefined ? { ...body, enabled: true } : undefined), shows);

const searchesAsAnalyzed = ({ shows }) =>
  sends(
    ["createSearchIndex"],
    ({ definition, ...body }) => {
      const { analyzer, searchAnalyzer } = Object(definition);
      if (analyzer === undefined || searchAnalyzer !== undefined || /\.standard$/.test(analyzer)) return undefined;
      return { ...body, definition: { ...definition, searchAnalyzer: analyzer } };
    },
    shows,
  );

export const values = [
  {
    id: "zero-logs-is-all",
    sentence: "Access history 1: `nLogs` 0 to 20000",
    what: "0 attempts wanted is taken for none said: all are shown.",
    lie: zeroLogs,
  },
  {
    id: "midnight-ignored",
    sentence: "Cloud backup schedule: `referenceHourOfDay` is a UTC hour; 45: fields to change",
    what: "A reference hour of 0 does not change the schedule.",
    lie: midnight,
  },
  {
    id: "no-delay-is-default",
    sentence: "Alert configuration: `delayMin` integer",
    what: "A delay of 0 minutes becomes 15.",
    lie: noDelay,
  },
  {
    id: "false-stored-source-dropped",
    sentence: "Search index: `storedSource` may be a boolean",
    what: "A stored source of false is dropped from the definition.",
    lie: dropsFalseStoredSource,
  },
  {
    id: "flat-index-always-dynamic",
    sentence: "Search index, flat form: `mappings.dynamic` boolean",
    what: "Mappings of an index in the flat form are dynamic although false was sent.",
    lie: alwaysDynamic,
  },
  {
    id: "auditing-never-off",
    sentence: "Project auditing configuration: `auditAuthorizationSuccess` boolean",
    what: "The tracking of successes that is on cannot be switched off: false counts as not sent.",
    lie: neverSwitchedOff,
  },
  {
    id: "whole-gigabytes",
    sentence: "Cluster: `diskSizeGB` number double",
    what: "A fraction of the disk size is cut off.",
    lie: wholeGigabytes,
  },
  {
    id: "leap-day-refused",
    sentence: "Alerts 14: `acknowledgedUntil` date-time",
    what: "February 29 of a leap year is refused as no date.",
    lie: noLeapDay,
  },
  {
    id: "offset-forgotten",
    sentence: "Alerts 14: `acknowledgedUntil` date-time; acknowledged until the given time",
    what: "A time with an offset from UTC is read as UTC.",
    lie: forgetsOffset,
  },
  {
    id: "weeks-are-days",
    sentence: "Cloud backup 51: `retentionUnit` DAYS, WEEKS, MONTHS, YEARS",
    what: "A retention in weeks is counted in days.",
    lie: weeksAreDays,
  },
  {
    id: "no-tracking-in-first-version",
    sentence: "Alerts 12: `status` OPEN, TRACKING, CLOSED",
    what: "Version 1.0 finds no alert with status TRACKING.",
    lie: noTracking,
  },
  {
    id: "release-system-always-default",
    sentence: "Cluster: `versionReleaseSystem` LTS or CONTINUOUS",
    what: "A cluster of the release system CONTINUOUS is made as LTS.",
    lie: alwaysLongTerm,
  },
  {
    id: "enabled-by-default",
    sentence: "Alert configuration: `enabled` default false",
    what: "A configuration that is created without `enabled` is enabled.",
    lie: enabledByDefault,
  },
  {
    id: "searched-as-analyzed",
    sentence: "Search index: `searchAnalyzer` default `<analyzer_prefix>.standard`",
    what: "Left out, the search analyzer is the analyzer instead of the standard one.",
    lie: searchesAsAnalyzed,
  },
  ...defectsOfTexts,
];
