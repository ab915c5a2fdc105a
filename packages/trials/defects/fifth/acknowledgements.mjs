// Alerts and their acknowledgement.
import { accepted, asked, queryOf, withContent } from "../answers.mjs";
import { ask, everyRecord, pageOf, readAt, refuses, tells, wholeList } from "../asking.mjs";
import { cut, same } from "../third/helpers.mjs";

const MOST_BYTES = 200;

/** Merges the body into the stored record, so that an empty body changes nothing. */
const stillAcknowledged =
  ({ caller, shows }) =>
  async (request, pass) => {
    const body = request.operation === "acknowledgeAlert" ? asked(request) : undefined;
    const isEnd = body?.acknowledgedUntil === undefined && body?.acknowledgementComment === undefined;
    if (body === undefined || !isEnd) return pass(request);
    const before = await readAt(caller, request);
    const answer = await pass(request);
    const { acknowledgedUntil, acknowledgementComment } = Object(before);
    if (!accepted(answer) || !(Date.parse(acknowledgedUntil) > Date.now())) return answer;
    const again = { acknowledgedUntil, ...(acknowledgementComment !== undefined && { acknowledgementComment }) };
    const { status, json } = await ask(caller, "acknowledgeAlert", request.values, again);
    if (status !== 200) return answer;
    shows();
    return withContent(answer, json);
  };

const lengthInBytes = ({ shows }) =>
  refuses(
    ["acknowledgeAlert"],
    ({ acknowledgementComment: text }) =>
      typeof text === "string" && [...text].length <= MOST_BYTES && Buffer.byteLength(text) > MOST_BYTES,
    { acknowledgementComment: "x".repeat(MOST_BYTES + 1) },
    shows,
  );

const pagedBeforeFilter = ({ caller, shows }) =>
  tells(
    ["listOpenAlertsOfConfig"],
    async (content, request) => {
      const { groupId, alertConfigId } = request.values;
      const open = new Set((await wholeList(caller, request)).map(({ id }) => id));
      const all = (await everyRecord(caller, "listAlerts", { groupId })).filter(
        (one) => one.alertConfigId === alertConfigId,
      );
      const { size, page } = pageOf(request);
      const results = all.slice((page - 1) * size, page * size).filter(({ id }) => open.has(id));
      return same(results, content.results) ? undefined : { ...content, results };
    },
    shows,
  );

const filterOfFirstPage = ({ caller, shows }) =>
  tells(
    ["listAlerts"],
    async (content, request) => {
      if (!queryOf(request).has("status") || pageOf(request).page === 1) return undefined;
      const { results } = cut(content, request, await wholeList(caller, request, ["status"]));
      return same(results, content.results) ? undefined : { ...content, results };
    },
    shows,
  );

export const acknowledgements = [
  {
    id: "unacknowledging-changes-nothing",
    words: "States, alert: sending neither field unacknowledges",
    wrong: "An empty body is answered as a success, and the alert stays acknowledged.",
    lie: stillAcknowledged,
  },
  {
    id: "comment-length-in-bytes",
    words: "Limits: `acknowledgementComment` at most 200 characters",
    wrong: "A comment of at most 200 characters that takes more than 200 bytes is refused.",
    lie: lengthInBytes,
  },
  {
    id: "open-alerts-paged-before-filter",
    words: "11: list open alerts: PG; open means triggered and unacknowledged",
    wrong: "Pages are cut before the alerts that are not open are taken out: they hold too few, or none.",
    lie: pagedBeforeFilter,
  },
  {
    id: "status-lost-after-first-page",
    words: "12: list alerts: PG, `status` (`OPEN`, `TRACKING`, `CLOSED`; omitted = all)",
    wrong: "From the second page on the alerts of every status are listed.",
    lie: filterOfFirstPage,
  },
];
