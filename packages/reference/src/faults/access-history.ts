import { layer } from "./fault.ts";

export const accessHistoryFaults = layer("access history", [
  {
    id: "AC-01",
    text: "authResult=true filters nothing.",
    violates: ["ACC-AUTHRESULT-TRUE"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { authResult: _authResult, ...filter }) => keepsAttempt(attempt, filter),
    }),
  },
  {
    id: "AC-02",
    text: "ipAddress filters nothing.",
    violates: ["ACC-IPADDRESS-FILTER"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { ipAddress: _ipAddress, ...filter }) => keepsAttempt(attempt, filter),
    }),
  },
  {
    id: "AC-03",
    text: "start and end filter nothing.",
    violates: ["ACC-RANGE"],
    change: ({ keepsAttempt }) => ({
      keepsAttempt: (attempt, { start: _start, end: _end, ...filter }) => keepsAttempt(attempt, filter),
    }),
  },
  {
    id: "AC-04",
    text: "nLogs is ignored.",
    violates: ["ACC-NLOGS-CAP"],
    change: () => ({ attemptCap: () => 20_000 }),
  },
  {
    id: "AC-08",
    text: "nLogs=0 sets no limit.",
    violates: ["ACC-NLOGS-CAP"],
    change: ({ attemptCap }) => ({ attemptCap: (asked) => attemptCap(asked === 0 ? 20_000 : asked) }),
  },
  {
    id: "AC-05",
    text: "Clusters of shared tiers have an access history.",
    violates: ["ACC-UNAVAILABLE-SHARED"],
    change: () => ({ lacksAccessHistory: () => false }),
  },
  {
    id: "AC-06",
    text: "authResult of an entry is a text.",
    violates: ["ACC-SHAPE"],
    change: () => ({ showAttempt: (body) => ({ ...body, authResult: String(body["authResult"]) }) }),
  },
  {
    id: "AC-07",
    text: "Every second entry names another host than the one whose history was asked for.",
    violates: ["ACC-OP2-SAME"],
    change: ({ showAttempt }) => {
      let count = 0;
      return {
        showAttempt: (body) => {
          count += 1;
          return { ...Object(showAttempt(body)), ...(count % 2 === 0 && { hostname: "elsewhere.example.net" }) };
        },
      };
    },
  },
]);
