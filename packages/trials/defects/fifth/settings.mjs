// Access history, auditing, custom DNS, private IP mode, and permission for matchers.
import { accepted, asked, contentOf, jsonOf, queryOf } from "../answers.mjs";
import { answeredBy, sends, tells } from "../asking.mjs";
import { flag, listOf, succeeded } from "../second/helpers.mjs";
import { attemptsOf } from "../third/helpers.mjs";
import { keepsOut } from "./helpers.mjs";

const MOST_ATTEMPTS = 20_000;

const beginsWith = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByCluster", "getAccessLogsByHost"],
    async (content, request) => {
      const address = queryOf(request).get("ipAddress");
      if (address === null) return undefined;
      const all = await attemptsOf(caller, request, { ipAddress: undefined, nLogs: undefined });
      const most = Number(queryOf(request).get("nLogs") ?? MOST_ATTEMPTS);
      const accessLogs = all?.filter(({ ipAddress }) => ipAddress.startsWith(address)).slice(0, most);
      const isOther = accessLogs?.some(({ ipAddress }) => ipAddress !== address);
      return isOther ? { ...content, accessLogs } : undefined;
    },
    shows,
  );

const zeroIsDefault = ({ caller, shows }) =>
  tells(
    ["getAccessLogsByHost"],
    async (content, request) => {
      if (queryOf(request).get("nLogs") !== "0") return undefined;
      const accessLogs = await attemptsOf(caller, request, { nLogs: undefined });
      return accessLogs?.length > 0 ? { ...content, accessLogs } : undefined;
    },
    shows,
  );

const largestSharedTier =
  ({ caller, fixtures, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isRefused = request.operation === "getAccessLogsByCluster" && answer.status >= 400;
    if (!isRefused || contentOf(answer)?.errorCode !== "FEATURE_UNSUPPORTED") return answer;
    const { groupId, clusterName } = request.values;
    const cluster = (await listOf(caller, "listClusters", { groupId })).find(({ name }) => name === clusterName);
    if (cluster?.providerSettings?.instanceSizeName !== "M5") return answer;
    const target = request.target.replace(`/clusters/${clusterName}`, `/clusters/${fixtures.clusterName}`);
    if (!accepted(await answeredBy(caller, request, answer, target))) return answer;
    shows();
    return succeeded(request, answer, { accessLogs: [] });
  };

/** `NONE` is the empty value of the type, and empty values are not written. */
const noneLeftOut = ({ shows }) =>
  tells(
    ["updateAuditing"],
    ({ configurationType, ...content }) => (configurationType === "NONE" ? content : undefined),
    shows,
  );

const nullIsFalse = ({ shows }) =>
  sends(["updateCustomDns"], ({ enabled }) => (enabled === null ? { enabled: false } : undefined), shows);

const neverPretty =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "disablePrivateIpMode" && flag(request, "pretty");
    if (!isAsked || !accepted(answer) || asked(answer) === undefined) return answer;
    shows();
    return { ...answer, body: Buffer.from(JSON.stringify(jsonOf(answer.body))) };
  };

export const settings = [
  {
    id: "address-matched-by-beginning",
    words: "Access history 1, 2: `ipAddress` string (one IPv4 address)",
    wrong: "Attempts from every address that begins with the one asked for are shown.",
    lie: beginsWith,
  },
  {
    id: "no-attempts-is-all",
    words: "Limits: `nLogs` 0 to 20000, default 20000",
    wrong: "By host, an `nLogs` of 0 is taken for none given: all attempts are shown.",
    lie: zeroIsDefault,
  },
  {
    id: "history-of-largest-shared-tier",
    words: "Access history 1: unavailable for shared tiers M0, M2, M5",
    wrong: "For a cluster of tier M5 an empty history is shown.",
    lie: largestSharedTier,
  },
  {
    id: "auditing-type-none-left-out",
    words: "26: update auditing configuration: response adds `configurationType` (`NONE` appears)",
    wrong: "The answer to an update has no `configurationType` where it is `NONE`.",
    lie: noneLeftOut,
  },
  {
    id: "null-switches-dns-off",
    words: "Custom DNS setting: `enabled` (boolean) is required on update",
    wrong: "An `enabled` of null is taken for false.",
    lie: nullIsFalse,
  },
  {
    id: "private-ip-mode-never-pretty",
    words: "29: disable private IP mode with query `pretty`",
    wrong: "With `pretty` the answer is in one line all the same.",
    lie: neverPretty,
  },
  {
    id: "matchers-not-for-monitoring-admin",
    words: "3: get matcher field names: any role",
    wrong: "A Project Monitoring Admin key is refused.",
    lie: keepsOut("listMatcherFieldNames", "Project Monitoring Admin"),
  },
];
