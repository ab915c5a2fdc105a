// Auditing, custom DNS, private IP mode.
import { accepted, asked, contentOf, withContent } from "../answers.mjs";
import { sends, tells } from "../asking.mjs";
import { isFirst, isSecond, listOf, succeeded } from "./helpers.mjs";

const unescapedOnce = ({ shows }) =>
  tells(
    ["getAuditing"],
    (content, request) =>
      isSecond(request) && /\\\\/.test(content.auditFilter)
        ? { ...content, auditFilter: content.auditFilter.replace(/\\\\/g, "\\") }
        : undefined,
    shows,
  );

const noSuccessWhileOff = ({ shows }) =>
  sends(
    ["updateAuditing"],
    (body) =>
      body.enabled === false && body.auditAuthorizationSuccess === true
        ? { ...body, auditAuthorizationSuccess: false }
        : undefined,
    shows,
  );

const sharedSwitchedOff =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "updateAuditing" || asked(request)?.enabled !== false) return answer;
    if (contentOf(answer)?.errorCode !== "FEATURE_UNSUPPORTED") return answer;
    shows();
    const off = { auditAuthorizationSuccess: false, auditFilter: "{}", enabled: false, configurationType: "NONE" };
    return succeeded(request, answer, off);
  };

const firstVersionCached = ({ shows }) => {
  const cached = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (!accepted(answer) || !isFirst(request)) return answer;
    const { groupId } = request.values;
    if (request.operation === "updateCustomDns") cached.set(groupId, contentOf(answer));
    if (request.operation !== "getCustomDns") return answer;
    const now = contentOf(answer);
    if (!cached.has(groupId)) cached.set(groupId, now);
    const then = cached.get(groupId);
    if (then.enabled === now.enabled) return answer;
    shows();
    return withContent(answer, then);
  };
};

const newestAsked =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "disablePrivateIpMode" || answer.status !== 409) return answer;
    if (asked(request)?.enabled !== false) return answer;
    const clusters = await listOf(caller, "listClusters", { groupId: request.values.groupId });
    const major = ({ engineVersion }) => Number(engineVersion?.split(".")[0]);
    if (!clusters.some((one) => major(one) < 5) || !clusters.some((one) => major(one) >= 5)) return answer;
    shows();
    return succeeded(request, answer, { enabled: false });
  };

export const settings = [
  {
    id: "audit-filter-unescaped",
    words: "Auditing: `auditFilter` string holding a JSON document, special characters backslash-escaped",
    wrong: "Version 2 tells a filter with escaped backslashes with one level of escaping less.",
    lie: unescapedOnce,
  },
  {
    id: "no-successes-while-off",
    words: "Auditing 26: body `{auditAuthorizationSuccess, auditFilter, enabled}`",
    wrong: "With `enabled` false in the same request, `auditAuthorizationSuccess` true is stored as false.",
    lie: noSuccessWhileOff,
  },
  {
    id: "shared-auditing-switched-off",
    words: "Auditing 25, 26; Limits: unavailable on M0, M2, M5",
    wrong: "In a project of shared tiers an update with `enabled` false succeeds.",
    lie: sharedSwitchedOff,
  },
  {
    id: "dns-stale-in-first-version",
    words: "Custom DNS 27, 28: response `{enabled}`",
    wrong: "Version 1.0 goes on telling the setting it once told after a change through version 2.",
    lie: firstVersionCached,
  },
  {
    id: "one-new-engine-suffices",
    words: "29: the engine that all clusters need, not one of them",
    wrong: "It is enough that one cluster runs 5.0 or later.",
    lie: newestAsked,
  },
];
