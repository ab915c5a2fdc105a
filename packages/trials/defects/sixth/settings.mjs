// Access history, auditing and custom DNS.
import { accepted, asked, queryOf } from "../answers.mjs";
import { afterwards, answeredBy, ask, tells } from "../asking.mjs";
import { listOf, withQuery } from "../second/helpers.mjs";

/** An escaped special character is read as an escape of the store. */
const unescaped = ({ shows }) =>
  tells(
    ["getAuditing"],
    ({ auditFilter, ...content }) =>
      auditFilter?.includes("\\") ? { ...content, auditFilter: auditFilter.replace(/\\(.)/g, "$1") } : undefined,
    shows,
  );

const wholeOrganization = ({ caller, shows }) =>
  afterwards(["updateCustomDns"], async (request) => {
    const { enabled } = asked(request);
    const projects = await listOf(caller, "listAllClusters", {});
    const own = projects.find(({ groupId }) => groupId === request.values.groupId);
    for (const { groupId, orgId } of projects) {
      if (own === undefined || groupId === own.groupId || orgId !== own.orgId) continue;
      if ((await ask(caller, "getCustomDns", { groupId })).json?.enabled === enabled) continue;
      if ((await ask(caller, "updateCustomDns", { groupId }, { enabled })).status < 300) shows();
    }
  });

const epochIsMissing =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "getAccessLogsByCluster" && queryOf(request).get("start") === "0";
    if (!isAsked || !accepted(answer)) return answer;
    const other = await answeredBy(caller, request, answer, withQuery(request, { start: undefined }).target);
    if (other.status === 400) shows();
    return other;
  };

export const settings = [
  {
    id: "audit-filter-without-escapes",
    words: "Project auditing: `auditFilter` string holding a JSON document, special characters backslash-escaped",
    wrong: "The filter is read without the backslashes that it was stored with.",
    lie: unescaped,
  },
  {
    id: "dns-of-whole-organization",
    words: "28: update custom DNS setting: G",
    wrong: "The setting of every project of the organization is changed with that of the one that was meant.",
    lie: wholeOrganization,
  },
  {
    id: "start-at-epoch-is-none",
    words: "Errors 5: `end` without `start` is invalid; access history 1: `start` int64 epoch ms",
    wrong: "By cluster, a `start` of 0 is taken for none given, and the request is refused.",
    lie: epochIsMissing,
  },
];
