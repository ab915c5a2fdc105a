// Access history and custom DNS.
import { queryOf } from "../answers.mjs";
import { around, ask, tells } from "../asking.mjs";
import { same } from "../third/helpers.mjs";

const LASTS = 60_000;

/** The query without the parameters that are not in the key. */
function keyOf(request) {
  const query = queryOf(request);
  for (const name of ["ipAddress", "envelope", "pretty"]) query.delete(name);
  query.sort();
  return `${request.path}?${query}`;
}

/** Answers are cached for a minute, and the key lacks the address. */
const keptWithoutAddress = ({ shows }) => {
  const kept = new Map();
  return tells(
    ["getAccessLogsByCluster"],
    (content, request) => {
      const key = keyOf(request);
      const earlier = kept.get(key);
      if (earlier === undefined || Date.now() - earlier.at > LASTS) {
        kept.set(key, { at: Date.now(), content });
        return undefined;
      }
      return same(earlier.content, content) ? undefined : earlier.content;
    },
    shows,
  );
};

/** Creating a cluster writes the network settings of its project with default values. */
const offAfterCluster = ({ caller, shows }) =>
  around(
    ["createCluster"],
    ({ values: { groupId } }) => ask(caller, "getCustomDns", { groupId }),
    async ({ values: { groupId } }, _answer, before) => {
      if (before.json?.enabled !== true) return;
      await ask(caller, "updateCustomDns", { groupId }, { enabled: false });
      shows();
    },
  );

export const settings = [
  {
    id: "history-kept-without-address",
    words: "1: get access logs by cluster name: `ipAddress` string (one IPv4 address)",
    wrong: "A question that differs from one of the last minute in its address only is answered as that was.",
    lie: keptWithoutAddress,
  },
  {
    id: "dns-off-after-new-cluster",
    words: "27, 28: custom DNS setting: `{enabled}`, changed by its update",
    wrong: "Once a cluster was created in a project, its custom DNS setting is off.",
    lie: offAfterCluster,
  },
];
