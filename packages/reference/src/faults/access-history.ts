import { fieldsOf } from "../rules/members.ts";
import { layer } from "./fault.ts";
import { readsHistory, readsHistoryOf } from "./requests.ts";

/** Mistakes in the filters, the limit and the entries of access history. */
export const accessHistoryFaults = layer("access history", [
  {
    id: "AC-01",
    text: "authResult=true filters nothing.",
    violates: ["ACC-AUTHRESULT-TRUE", "ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { authResult: _authResult, ...filter }) => keepsAttempt(attempt, filter),
    }),
    probe: readsHistory("authResult=true"),
  },
  {
    id: "AC-02",
    text: "ipAddress filters nothing.",
    violates: ["ACC-IPADDRESS-FILTER", "ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { ipAddress: _ipAddress, ...filter }) => keepsAttempt(attempt, filter),
    }),
    probe: readsHistory("ipAddress=203.0.113.7"),
  },
  {
    id: "AC-15",
    text: "ipAddress also matches addresses that only begin with it.",
    violates: ["ACC-IPADDRESS-FILTER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { ipAddress = "", ...filter }) =>
        attempt.ipAddress.startsWith(ipAddress) && keepsAttempt(attempt, filter),
    }),
    probe: readsHistory("ipAddress=203.0.113.1"),
  },
  {
    id: "AC-03",
    text: "start and end filter nothing.",
    violates: ["ACC-RANGE", "ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { start: _start, end: _end, ...filter }) => keepsAttempt(attempt, filter),
    }),
    probe: readsHistory("start=1&end=2"),
  },
  {
    id: "AC-04",
    text: "nLogs is ignored.",
    violates: ["ACC-NLOGS-CAP"],
    change: () => ({ attemptCap: () => 20_000 }),
    probe: readsHistory("nLogs=3"),
  },
  {
    id: "AC-08",
    text: "nLogs=0 sets no limit.",
    violates: ["ACC-NLOGS-CAP"],
    change: ({ attemptCap }) => ({ attemptCap: (asked) => attemptCap(asked === 0 ? 20_000 : asked) }),
    probe: readsHistory("nLogs=0"),
  },
  {
    id: "AC-13",
    text: "A request with authResult=true returns no entries.",
    violates: ["ACC-AUTHRESULT-TRUE", "ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, filter) => filter.authResult !== true && keepsAttempt(attempt, filter),
    }),
    probe: readsHistory("authResult=true"),
  },
  {
    id: "AC-14",
    text: "A request with ipAddress returns no entries.",
    violates: ["ACC-IPADDRESS-FILTER", "ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, filter) => filter.ipAddress === undefined && keepsAttempt(attempt, filter),
    }),
    probe: readsHistory("ipAddress=203.0.113.7"),
  },
  {
    id: "AC-11",
    text: "The access history reads end in the wrong unit, so a request with a time range returns no entries.",
    violates: ["ACC-RANGE", "ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { end, ...filter }) =>
        keepsAttempt(attempt, { ...filter, ...(end !== undefined && { end: end / 1_000 }) }),
    }),
    probe: readsHistory("start=0&end=9000000000000"),
  },
  {
    id: "AC-12",
    text: "The access history returns one entry less than nLogs asks for.",
    violates: ["ACC-NLOGS-CAP", "ACC-TOGETHER"],
    change: ({ attemptCap }) => ({ attemptCap: (asked) => attemptCap(Math.max(0, asked - 1)) }),
    probe: readsHistory("nLogs=1"),
  },
  {
    id: "AC-05",
    text: "Clusters of shared tiers have an access history.",
    violates: ["ACC-UNAVAILABLE-SHARED"],
    change: () => ({ lacksAccessHistory: () => false }),
    probe: readsHistoryOf("shared-m0"),
  },
  {
    id: "AC-16",
    text: "Clusters of the tier M5 have an access history.",
    violates: ["ACC-UNAVAILABLE-SHARED"],
    change: ({ lacksAccessHistory }) => ({
      lacksAccessHistory: (cluster) => cluster.tier !== "M5" && lacksAccessHistory(cluster),
    }),
    probe: readsHistoryOf("shared-m5"),
  },
  {
    id: "AC-06",
    text: "authResult of an entry is a text.",
    violates: ["ACC-SHAPE"],
    change: () => ({ showAttempt: (body) => ({ ...body, authResult: String(body["authResult"]) }) }),
    probe: readsHistory("nLogs=1"),
  },
  {
    id: "AC-07",
    text: "Every second entry names another host than the requested one.",
    violates: ["ACC-OP2-SAME"],
    change: ({ showAttempt }) => {
      let count = 0;
      return {
        showAttempt: (body) => {
          count += 1;
          return { ...fieldsOf(showAttempt(body)), ...(count % 2 === 0 && { hostname: "elsewhere.example.net" }) };
        },
      };
    },
    probe: readsHistory("nLogs=2"),
  },
  {
    id: "AC-09",
    text: "If the request states ipAddress, the server ignores authResult.",
    violates: ["ACC-TOGETHER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { authResult, ...filter }) =>
        keepsAttempt(attempt, {
          ...filter,
          ...(authResult !== undefined && filter.ipAddress === undefined && { authResult }),
        }),
    }),
    probe: readsHistory("authResult=true&ipAddress=203.0.113.7"),
  },
  {
    id: "AC-17",
    text: "nLogs also counts the failed attempts that authResult=true leaves out.",
    violates: ["ACC-TOGETHER"],
    change: ({ firstAttempts }) => ({
      firstAttempts: (all, keeps, cap) => {
        const isOfSuccesses = !all.some((attempt) => !attempt.authResult && keeps(attempt));
        return isOfSuccesses ? all.slice(0, cap).filter(keeps) : firstAttempts(all, keeps, cap);
      },
    }),
    probe: readsHistory("authResult=true&nLogs=5"),
  },
  {
    id: "AC-10",
    text: "nLogs counts entries before the filters are applied.",
    violates: ["ACC-TOGETHER"],
    change: ({ answers }) => {
      const newest = new Map<string, unknown>();
      return {
        answers: (operation, body, given) => {
          const answer = answers(operation, body, given);
          const { accessLogs } = fieldsOf(answer.body);
          if (!Array.isArray(accessLogs)) return answer;
          const isFiltered = given.has("ipAddress") || given.has("authResult") || given.has("start");
          if (!isFiltered) newest.set(operation.id, accessLogs[0]);
          if (!isFiltered || given.get("nLogs") !== "1") return answer;
          const same = JSON.stringify(accessLogs[0]) === JSON.stringify(newest.get(operation.id));
          return { ...answer, body: { accessLogs: same ? accessLogs : [] } };
        },
      };
    },
    probe: [
      ["getAccessLogsByCluster"],
      ["getAccessLogsByCluster", { query: "start=1&end=2000000000000&nLogs=1&ipAddress=203.0.113.7" }],
    ],
  },
]);
