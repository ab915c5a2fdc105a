// Lists without a stated order, and views of a record.
import { accepted, contentOf, withContent } from "../defects/answers.mjs";
import { repaged, wholeList } from "../defects/asking.mjs";
import { isSignedBy } from "../defects/second/helpers.mjs";
import { isPaged } from "../safety/interface.mjs";
import { everywhere, retells } from "./helpers.mjs";

const reversed =
  ({ caller, key, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation !== undefined && isPaged(request.operation) && isSignedBy(request, key);
    if (!isAsked || !accepted(answer)) return answer;
    const { results } = contentOf(answer);
    const all = await wholeList(caller, request);
    if (all.length < 2 || all.length < results.length) return answer;
    shows();
    return repaged(request, answer, all.toReversed());
  };

const ARRAYS = ["listMatcherFieldNames", "listSearchIndexes", "listMigratableProjects", "discoverMetricsTargets"];
const isList = (value) => Array.isArray(value) && value.length > 1;
const rotated = (values, by) => [...values.slice(by % values.length), ...values.slice(0, by % values.length)];

const shuffled = (server) => {
  let count = 0;
  return retells([...ARRAYS, "listCloudAccessRoles", "listShardedSnapshots"], (content) => {
    count += 1;
    if (Array.isArray(content)) return isList(content) ? rotated(content.toReversed(), count) : undefined;
    const lists = Object.entries(content).map(([name, value]) => [name, isList(value) ? rotated(value, count) : value]);
    return Object.fromEntries(lists);
  })(server);
};

const LOGS = ["getAccessLogsByCluster", "getAccessLogsByHost"];
const oldestFirst = retells(LOGS, ({ accessLogs, ...rest }) =>
  isList(accessLogs) ? { ...rest, accessLogs: accessLogs.toReversed() } : undefined,
);

const CONFIGS = [
  "listAlertConfigs",
  "createAlertConfig",
  "getAlertConfig",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "listAlertConfigsOfAlert",
];
const bullets = (server) =>
  retells(CONFIGS, (content) => {
    let isChanged = false;
    const other = everywhere(content, (name, value) => {
      if (name !== "monitoringApiKey" || typeof value !== "string") return undefined;
      isChanged = true;
      return `●●●●●●●● ${value.slice(-4)}`;
    });
    return isChanged ? other : undefined;
  })(server);

const byAddress = retells(["discoverMetricsTargets"], (content) =>
  content.map(({ targets, labels, ...rest }) => ({
    ...rest,
    targets: targets.map((text, at) => text.replace(/^.*(?=:\d+$)/, `[2001:db8:0:7::${(at + 1).toString(16)}]`)),
    labels: { ...labels, availability_zone: "", "node type": "data" },
  })),
);

/** Additional members of notifications that the server chose. */
const chosen = retells(CONFIGS, (content) =>
  everywhere(content, (name, value) => {
    if (name !== "notifications" || !Array.isArray(value)) return undefined;
    return value.map((one) => ({
      channel: "main",
      lastDelivery: null,
      ...one,
      retries: { most: 3, everySeconds: 30 },
    }));
  }),
);

/** One more record, of a kind that the description does not have. */
const thirdKind =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "listCloudAccessRoles" || !accepted(answer)) return answer;
    shows();
    const providerCServiceAccounts = [{ providerName: "PROVIDER_C", status: "IN_PROGRESS" }];
    return withContent(answer, { providerCServiceAccounts, ...contentOf(answer) });
  };

export const views = [
  {
    id: "lists-turned-round",
    twist: "Every paged list is in the reverse order, over all of its pages.",
    legal: "Conventions: paged list: no order is stated, for none of the lists.",
    lie: reversed,
  },
  {
    id: "arrays-in-ever-other-order",
    twist: "Lists without pages are in another order each time.",
    legal: "3, 18, 48, 59, 62, 71: arrays without a stated order.",
    lie: shuffled,
  },
  {
    id: "oldest-attempt-first",
    twist: "The attempts of an access history are told in the other order of time.",
    legal: "1, 2: response `{accessLogs}`: no order is stated, nor which of them `nLogs` takes.",
    lie: oldestFirst,
  },
  {
    id: "masked-with-bullets",
    twist: "A masked key is eight bullets, a blank and the last four letters.",
    legal: "Alert configuration: masked with only the last four characters visible; with what is not said.",
    lie: bullets,
  },
  {
    id: "targets-by-address",
    twist: "Scrape targets are IPv6 addresses in brackets, with more labels.",
    legal: "Metrics scrape target: `host:port`, and a host may be `[...]` (RFC 3986 3.2.2); label values are strings.",
    lie: byAddress,
  },
  {
    id: "notifications-say-more",
    twist: "Each notification has a channel, a `null` and an object more than was sent.",
    legal: "Notification targets: fields of the other kinds: not shown beyond `typeName`.",
    lie: chosen,
  },
  {
    id: "third-kind-of-roles",
    twist: "The list of roles has a third array, with a record without any of the fields of the others.",
    legal: "The description is silent about further members of the list of roles; there are three providers.",
    lie: thirdKind,
  },
];
