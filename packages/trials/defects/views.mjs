// Records and lists in another form than requested.
import { accepted, contentOf, eachRecord, jsonOf, queryOf, withContent, withWhole } from "./answers.mjs";
import { everyRecord, pageOf, repaged, tells, wholeList } from "./asking.mjs";

/**
 * Another page of one list: `pageFor` returns all of its records in the order for pages, and optionally another page.
 */
const pages = (operation, pageFor, shows) => async (request, pass) => {
  const answer = await pass(request);
  if (request.operation !== operation || !accepted(answer)) return answer;
  const told = contentOf(answer);
  if (!Array.isArray(told?.results)) return answer;
  const other = await pageFor(request, told);
  if (other === undefined || JSON.stringify(contentOf(other(answer))) === JSON.stringify(told)) return answer;
  shows();
  return other(answer);
};

const hidesMatchers = ({ shows }) =>
  tells(
    ["listAlertConfigs"],
    (content) => eachRecord(content, ({ matchers, ...record }) => (matchers?.length > 0 ? { ...record } : undefined)),
    shows,
  );

const wanted = (request, name) => queryOf(request).get(name) === "true";

const noEnvelope =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isWrong = request.operation === "listExportBuckets" && wanted(request, "envelope") && accepted(answer);
    if (!isWrong) return answer;
    shows();
    return withWhole(answer, contentOf(answer));
  };

const notPretty =
  (operation, isAsked) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || !accepted(answer) || !isAsked(request)) return answer;
    shows();
    return { ...answer, body: Buffer.from(JSON.stringify(jsonOf(answer.body))) };
  };

/** The page is cut first, and the filter is applied to it. */
const filtersAfterPaging = ({ caller, shows }) =>
  pages(
    "listAlerts",
    async (request, told) => {
      const wantedStatus = queryOf(request).get("status");
      if (wantedStatus === null) return undefined;
      const { size, page } = pageOf(request);
      const all = await wholeList(caller, request, ["status"]);
      const cut = all.slice((page - 1) * size, page * size);
      return (answer) => withContent(answer, { ...told, results: cut.filter(({ status }) => status === wantedStatus) });
    },
    shows,
  );

const countsPage = ({ shows }) =>
  tells(
    ["listSnapshots"],
    (content, request) => {
      const isWrong = pageOf(request).page > 1 && typeof content.totalCount === "number";
      const many = content.results.length;
      return isWrong && many !== content.totalCount ? { ...content, totalCount: many } : undefined;
    },
    shows,
  );

const countsAnyway = ({ caller, shows }) =>
  tells(
    ["listRestoreJobs"],
    async (content, request) => {
      if (queryOf(request).get("includeCount") !== "false") return undefined;
      return { ...content, totalCount: (await everyRecord(caller, "listRestoreJobs", request.values)).length };
    },
    shows,
  );

/**
 * The server reads one record more to know whether there is a next page, and drops it even if it is the last of its
 * page.
 */
const losesLastOfFull = ({ caller, shows }) =>
  tells(
    ["listAlertConfigs"],
    async (content, request) => {
      const { size, page } = pageOf(request);
      const { results } = content;
      if (results.length !== size || size === 1) return undefined;
      const all = await wholeList(caller, request);
      return all.length === page * size ? { ...content, results: results.slice(0, -1) } : undefined;
    },
    shows,
  );

const overlapsFromThird = ({ caller, shows }) =>
  pages(
    "listAlerts",
    async (request, told) => {
      const { size, page } = pageOf(request);
      if (page < 3) return undefined;
      const from = (page - 1) * size - 1;
      const all = await wholeList(caller, request);
      return (answer) => withContent(answer, { ...told, results: all.slice(from, from + size) });
    },
    shows,
  );

const turnsEvenPages = ({ caller, shows }) =>
  pages(
    "listSnapshots",
    async (request) => {
      if (pageOf(request).page % 2 === 1) return undefined;
      const all = (await wholeList(caller, request)).toReversed();
      return (answer) => repaged(request, answer, all);
    },
    shows,
  );

const pagesOfFifty = ({ caller, shows }) =>
  pages(
    "listAlerts",
    async (request) => {
      if (queryOf(request).has("itemsPerPage")) return undefined;
      const all = await wholeList(caller, request);
      const place = { size: 50, page: pageOf(request).page };
      return (answer) => repaged(request, answer, all, place);
    },
    shows,
  );

const acknowledgedIsOpen = ({ caller, shows }) =>
  pages(
    "listOpenAlertsOfConfig",
    async (request) => {
      const { groupId, alertConfigId } = request.values;
      const all = await everyRecord(caller, "listAlerts", { groupId });
      const open = all.filter((one) => one.alertConfigId === alertConfigId && one.status === "OPEN");
      return (answer) => repaged(request, answer, open);
    },
    shows,
  );

const countsProject = ({ caller, shows }) =>
  tells(
    ["listAlertConfigsOfAlert"],
    async (content, request) => {
      if (typeof content.totalCount !== "number") return undefined;
      const { groupId } = request.values;
      return { ...content, totalCount: (await everyRecord(caller, "listAlertConfigs", { groupId })).length };
    },
    shows,
  );

export const views = [
  {
    id: "list-without-matchers",
    sentence: "Alert configurations 4: a paged list of alert configurations; Alert configuration: `matchers`",
    what: "The list leaves out the matchers that get shows.",
    lie: hidesMatchers,
  },
  {
    id: "buckets-without-envelope",
    sentence: "Conventions: `envelope` true wraps the response",
    what: "The list of export buckets knows no envelope.",
    lie: noEnvelope,
  },
  {
    id: "schedule-not-pretty",
    sentence: "Conventions: `pretty` true pretty-prints the body",
    what: "The backup schedule is never pretty-printed.",
    lie: notPretty("getBackupSchedule", (request) => wanted(request, "pretty")),
  },
  {
    id: "alert-not-pretty-in-envelope",
    sentence: "Conventions: `pretty` true pretty-prints the body",
    what: "An alert in an envelope is not pretty-printed.",
    lie: notPretty("getAlert", (request) => wanted(request, "pretty") && wanted(request, "envelope")),
  },
  {
    id: "filter-after-paging",
    sentence: "Alerts 12: PG and `status`",
    what: "Alerts are filtered by status after the page was cut: pages are short, and the count is right.",
    lie: filtersAfterPaging,
  },
  {
    id: "count-of-later-pages",
    sentence: "Paged list response: `totalCount`",
    what: "From page 2 on `totalCount` of the snapshots is the number of records on the page.",
    lie: countsPage,
  },
  {
    id: "count-not-wanted",
    sentence: "Conventions: `includeCount` says whether the list returns `totalCount`",
    what: "The list of restore jobs tells its count although it was not wanted.",
    lie: countsAnyway,
  },
  {
    id: "last-of-full-page-lost",
    sentence: "Paged list response: `results`",
    what: "When the last page of the alert configurations is full, its last record is missing.",
    lie: losesLastOfFull,
  },
  {
    id: "third-page-overlaps",
    sentence: "Conventions: `pageNum`, `itemsPerPage`",
    what: "From page 3 on each page of the alerts begins one record too early.",
    lie: overlapsFromThird,
  },
  {
    id: "even-pages-turned",
    sentence: "Conventions: `pageNum`, `itemsPerPage` (the pages of one list)",
    what: "Even pages of the snapshots are cut from the list in the other order.",
    lie: turnsEvenPages,
  },
  {
    id: "pages-of-fifty",
    sentence: "Conventions and Limits: `itemsPerPage` defaults to 100",
    what: "A page of alerts has 50 records when no size is given.",
    lie: pagesOfFifty,
  },
  {
    id: "acknowledged-is-open",
    sentence: "Alerts 11: open means triggered and unacknowledged",
    what: "The open alerts of a configuration hold those that are acknowledged.",
    lie: acknowledgedIsOpen,
  },
  {
    id: "count-of-project",
    sentence: "Alert configurations 10: paged list of the configurations of one alert; `totalCount`",
    what: "`totalCount` of the configurations of one alert is that of the project.",
    lie: countsProject,
  },
];
