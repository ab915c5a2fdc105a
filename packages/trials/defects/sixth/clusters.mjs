// Clusters and metrics discovery.
import { accepted, contentOf, queryOf, withContent } from "../answers.mjs";
import { sends, tells, wholeList } from "../asking.mjs";
import { listOf, withQuery } from "../second/helpers.mjs";
import { cut, same } from "../third/helpers.mjs";

const DELETED = "includeDeletedWithRetainedBackups";

/** Any non-empty text counts as true. */
const falseIsTrue = ({ caller, shows }) =>
  tells(
    ["listClusters"],
    async (content, request) => {
      if (queryOf(request).get(DELETED) !== "false") return undefined;
      const other = cut(content, request, await wholeList(caller, withQuery(request, { [DELETED]: "true" })));
      return same(other, content) ? undefined : other;
    },
    shows,
  );

const wholeGigabytes = ({ shows }) =>
  sends(
    ["createCluster"],
    (body) =>
      body.diskSizeGB > 10 && !Number.isInteger(body.diskSizeGB)
        ? { ...body, diskSizeGB: Math.floor(body.diskSizeGB) }
        : undefined,
    shows,
  );

/** Includes only projects with costs. */
const freeLeftOut = ({ caller, shows }) =>
  tells(
    ["listAllClusters"],
    async (content, request) => {
      const billed = [];
      for (const project of await wholeList(caller, request)) {
        const own = await listOf(caller, "listClusters", { groupId: project.groupId });
        const isFree = own.length > 0 && own.every((one) => one.providerSettings?.instanceSizeName === "M0");
        if (!isFree) billed.push(project);
      }
      const other = cut(content, request, billed);
      return same(other, content) ? undefined : other;
    },
    shows,
  );

/** Targets are cached by project, whichever kind was requested first. */
const kindOfFirst = ({ shows }) => {
  const remembered = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "discoverMetricsTargets" || !accepted(answer)) return answer;
    const { groupId } = request.values;
    const scheme = queryOf(request).get("targetScheme") ?? "PUBLIC";
    const content = contentOf(answer);
    const first = remembered.get(groupId) ?? { scheme, content };
    remembered.set(groupId, first.scheme === scheme ? { scheme, content } : first);
    if (first.scheme === scheme || same(first.content, content)) return answer;
    shows();
    return withContent(answer, first.content);
  };
};

export const clusters = [
  {
    id: "false-includes-deleted-clusters",
    words: "69: `includeDeletedWithRetainedBackups` (boolean, default false)",
    wrong: "When the parameter is spelled out as false, deleted clusters are listed.",
    lie: falseIsTrue,
  },
  {
    id: "disk-size-in-whole-gigabytes",
    words: "Cluster: `diskSizeGB` number double, 10 to 4096",
    wrong: "A size with a fraction is rounded down.",
    lie: wholeGigabytes,
  },
  {
    id: "free-projects-left-out",
    words: "68: list all clusters in all projects",
    wrong: "A project that has only clusters of tier M0 is missing from the list across projects.",
    lie: freeLeftOut,
  },
  {
    id: "targets-of-first-kind",
    words: "71: `targetScheme`: selects the kind of targets returned; default `PUBLIC`",
    wrong: "The targets of a project are of the kind that was asked for first, whichever is asked for later.",
    lie: kindOfFirst,
  },
];
