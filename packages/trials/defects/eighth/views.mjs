// Envelopes and pages.
import { accepted, contentOf, jsonOf, withWhole } from "../answers.mjs";
import { pageOf, tells, wholeList } from "../asking.mjs";
import { flag } from "../second/helpers.mjs";
import { cut } from "../third/helpers.mjs";
import { idsOf } from "./helpers.mjs";

/** Both the operation and the middleware wrap the answer. */
const wrappedTwice =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "createExportJob" || !accepted(answer) || !flag(request, "envelope")) return answer;
    const json = jsonOf(answer.body);
    if (json === undefined) return answer;
    shows();
    return withWhole(answer, { status: answer.status, content: json });
  };

/** The latest answer is cached by its path without the query. */
const keptWithForm = ({ shows }) => {
  let kept = {};
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "getCloudAccessRole" || !accepted(answer)) return answer;
    const wrapped = flag(request, "envelope");
    if (kept.path !== request.path) kept = { path: request.path, wrapped };
    if (kept.wrapped === wrapped) return answer;
    shows();
    const content = contentOf(answer);
    return withWhole(answer, kept.wrapped ? { status: answer.status, content } : content);
  };
};

/** A page number that is too large is reduced to the last page with records. */
const lastPageAgain = ({ caller, shows }) =>
  tells(
    ["listExportJobs"],
    async (content, request) => {
      const { size, page } = pageOf(request);
      if (page === 1 || content.results.length > 0) return undefined;
      const all = await wholeList(caller, request);
      if (all.length === 0) return undefined;
      const start = (Math.ceil(all.length / size) - 1) * size;
      return { ...content, results: all.slice(start, start + size) };
    },
    shows,
  );

/** The same records, with those of the same moment in reverse order. */
function twinsTurned(all) {
  const moments = new Map();
  for (const one of all) moments.set(one.created, [one, ...(moments.get(one.created) ?? [])]);
  return [...moments.values()].flat();
}

/** Records are sorted by their moment only, and the order of equal ones depends on the page. */
const sortedByMoment = ({ caller, shows }) =>
  tells(
    ["listAlertConfigs"],
    async (content, request) => {
      if (pageOf(request).page % 2 === 1) return undefined;
      const other = cut(content, request, twinsTurned(await wholeList(caller, request)));
      const told = new Set(idsOf(content.results));
      return other.results.every(({ id }) => told.has(id)) ? undefined : other;
    },
    shows,
  );

export const views = [
  {
    id: "export-job-wrapped-twice",
    words: "Conventions: `envelope`: when true the response is wrapped in an envelope object",
    wrong: "A new export job is answered in an envelope that lies in another envelope.",
    lie: wrappedTwice,
  },
  {
    id: "envelope-of-earlier-read",
    words: "Conventions: `envelope`: boolean, default false",
    wrong: "An access role that is read again is answered in the form of the read before, with or without an envelope.",
    lie: keptWithForm,
  },
  {
    id: "page-beyond-end-is-last",
    words: "Conventions: `pageNum`: integer >= 1; paged list response `{results: [record]}`",
    wrong: "A page of export jobs after the last one holds the records of the last one.",
    lie: lastPageAgain,
  },
  {
    id: "twins-swapped-at-page-border",
    words: "Conventions: `pageNum`, `itemsPerPage`; 4: list alert configurations of a project",
    wrong: "Of configurations made at one moment that lie on two pages, some are listed twice and others never.",
    lie: sortedByMoment,
  },
];
