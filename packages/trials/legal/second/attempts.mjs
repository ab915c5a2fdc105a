// Logins to a cluster.
import { accepted, contentOf, queryOf } from "../../defects/answers.mjs";
import { attemptsOf } from "../../defects/third/helpers.mjs";
import { withSame } from "../helpers.mjs";

const ADDRESS = "2001:db8:7::1f";
const USERNAME = 'CN=app,OU="Küche, 2",O=Example';
const LOG_LINE = `Authentication of ${USERNAME} on $external from ${ADDRESS} succeeded`;
const UNFILTERED = Object.fromEntries(["authResult", "start", "end", "ipAddress", "nLogs"].map((name) => [name]));
const BY_CLUSTER = "getAccessLogsByCluster";

/** A login over IPv6 and with a certificate, once per cluster; no filter by an IPv4 address finds it. */
const overSix = ({ caller, shows }) => {
  const made = new Map();
  const entryFor = async (request) => {
    const { groupId, clusterName } = request.values;
    const all = await attemptsOf(caller, request, UNFILTERED);
    if (request.operation !== BY_CLUSTER) {
      const hosts = new Set((all ?? []).map(({ hostname }) => hostname));
      return [...made.values()].find(({ hostname }) => hosts.has(hostname));
    }
    const place = `${groupId} ${clusterName}`;
    const like = all?.find(({ authResult }) => authResult === true);
    if (!made.has(place) && like !== undefined) {
      const own = { authSource: "$external", ipAddress: ADDRESS, username: USERNAME, logLine: LOG_LINE };
      made.set(place, { ...like, ...own, timestamp: new Date().toISOString() });
    }
    return made.get(place);
  };
  return async (request, pass) => {
    const answer = await pass(request);
    const query = queryOf(request);
    const isLog = request.operation === BY_CLUSTER || request.operation === "getAccessLogsByHost";
    if (!isLog || !accepted(answer) || query.has("ipAddress") || query.get("authResult") === "false") return answer;
    const own = await entryFor(request);
    if (own === undefined) return answer;
    const at = Date.parse(own.timestamp);
    if (query.has("start") && (at < Number(query.get("start")) || at > Number(query.get("end")))) return answer;
    const { accessLogs, ...rest } = contentOf(answer);
    const told = [...accessLogs, own]
      .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
      .slice(0, Number(query.get("nLogs") ?? 20_000));
    if (!told.includes(own)) return answer;
    shows();
    return withSame(answer, { ...rest, accessLogs: told });
  };
};

export const attempts = [
  {
    id: "somebody-signs-in-over-ipv6",
    twist: "The access history of a cluster holds an attempt from an IPv6 address with the name of a certificate.",
    legal: "Access log entry: `ipAddress` and `username` are strings; only the filter is one IPv4 address.",
    lie: overSix,
  },
];
