// Alert configurations and alerts.
import { accepted, contentOf, jsonOf, versionOf, withContent, withWhole } from "../answers.mjs";
import { everyRecord, readAt, sends, tells, wholeList } from "../asking.mjs";
import { keepsOut } from "../fifth/helpers.mjs";
import { flag, isFirst } from "../second/helpers.mjs";
import { cut, same } from "../third/helpers.mjs";
import { onlyIn } from "./helpers.mjs";

const firstMatcher = ({ shows }) =>
  sends(
    ["createAlertConfig"],
    ({ matchers, ...body }) =>
      Array.isArray(matchers) && matchers.length > 1 ? { ...body, matchers: matchers.slice(0, 1) } : undefined,
    shows,
  );

const WRITING = ["setAlertConfigEnabled", "updateAlertConfig", "deleteAlertConfig"];

/** Each version has its own cache of configurations, and a write clears only that of its version. */
const rememberedByVersion = ({ shows }) => {
  const remembered = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, values } = request;
    if (!accepted(answer) || values?.alertConfigId === undefined) return answer;
    const place = `${versionOf(request)}/${values.alertConfigId}`;
    if (WRITING.includes(operation)) remembered.delete(place);
    if (operation !== "getAlertConfig") return answer;
    const content = contentOf(answer);
    const earlier = remembered.get(place) ?? content;
    remembered.set(place, earlier);
    if (same(earlier, content)) return answer;
    shows();
    return withContent(answer, earlier);
  };
};

const enabledOnly = ({ caller, shows }) =>
  tells(
    ["listAlertConfigsOfAlert"],
    async (content, request) => {
      const all = await wholeList(caller, request);
      const enabled = all.filter((one) => one.enabled);
      return enabled.length === all.length ? undefined : cut(content, request, enabled);
    },
    shows,
  );

const envelopeOfSuccess =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "createAlertConfig" && flag(request, "envelope");
    const json = jsonOf(answer.body);
    if (!isAsked || answer.status < 400 || answer.status === 401 || json?.status !== answer.status) return answer;
    shows();
    return withWhole(answer, { ...json, status: 200 });
  };

/** Accepts later times only. */
const onlyExtended = ({ caller, shows }) =>
  sends(
    ["acknowledgeAlert"],
    async (body, request) => {
      const { acknowledgedUntil } = Object(await readAt(caller, request));
      const sooner = Date.parse(body.acknowledgedUntil);
      return sooner > Date.now() && sooner < Date.parse(acknowledgedUntil) ? { ...body, acknowledgedUntil } : undefined;
    },
    shows,
  );

/** Uses the comment to decide whether an alert is acknowledged. */
const openWithoutComment = ({ caller, shows }) =>
  tells(
    ["listOpenAlertsOfConfig"],
    async (content, request) => {
      const { groupId, alertConfigId } = request.values;
      const open = new Set((await wholeList(caller, request)).map(({ id }) => id));
      const isSilent = ({ acknowledgedUntil, acknowledgementComment }) =>
        Date.parse(acknowledgedUntil) > Date.now() && acknowledgementComment === undefined;
      const all = (await everyRecord(caller, "listAlerts", { groupId })).filter(
        (one) => one.alertConfigId === alertConfigId && (open.has(one.id) || isSilent(one)),
      );
      const other = cut(content, request, all);
      return all.length === open.size || same(other, content) ? undefined : other;
    },
    shows,
  );

export const alerts = [
  {
    id: "later-matchers-dropped",
    words: "Alert configuration: `matchers` array; each item `{fieldName, operator, value}`",
    wrong: "Of several matchers of a new configuration only the first is kept.",
    lie: firstMatcher,
  },
  {
    id: "config-remembered-by-version",
    words: "States, alert configuration: toggle or update: next state enabled true or false",
    wrong: "A configuration that was read in one version is read there as it was after a change in the other version.",
    lie: rememberedByVersion,
  },
  {
    id: "disabled-config-of-alert-unlisted",
    words: "10: list alert configurations of one alert; `alertConfigId`: configuration that triggered the alert",
    wrong: "A configuration that is disabled is missing from the list of its alert.",
    lie: enabledOnly,
  },
  {
    id: "refusal-in-envelope-of-success",
    words: "Conventions: `envelope`: for clients that cannot read HTTP status",
    wrong: "A new configuration is refused with 400, and the envelope around the error says 200.",
    lie: envelopeOfSuccess,
  },
  {
    id: "acknowledgement-only-extended",
    words: "States, alert: acknowledge operation with `acknowledgedUntil`: acknowledged until the given time",
    wrong: "An alert that is acknowledged stays so until the time from before when an earlier one is given.",
    lie: onlyExtended,
  },
  {
    id: "alert-not-for-readers-in-first-version",
    words: "13: get alert: Project Read Only",
    wrong: "In version 1.0 a Project Read Only key is refused.",
    lie: onlyIn(isFirst, keepsOut("getAlert", "Project Read Only")),
  },
  {
    id: "acknowledged-without-comment-is-open",
    words: "11: list open alerts: open means triggered and unacknowledged",
    wrong: "An alert that was acknowledged without a comment is still listed as open.",
    lie: openWithoutComment,
  },
];
