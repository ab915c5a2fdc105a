// Moments: their notation, and the clock that they come from.
import { accepted, contentOf, queryOf } from "../defects/answers.mjs";
import { attemptsOf } from "../defects/third/helpers.mjs";
import { everywhere, isMain, withHeaders, withSame } from "./helpers.mjs";

export const OWN = [
  "created",
  "updated",
  "lastNotified",
  "resolved",
  "createdAt",
  "finishedAt",
  "expiresAt",
  "createDate",
  "createdDate",
  "lastUpdatedDate",
  "updatedDate",
  "startRequestDate",
  "timestamp",
];
const MOMENTS = [...OWN, "acknowledgedUntil", "authorizedDate", "nextSnapshot", "date"];
const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/;

/** Applies `change` to each moment of a success. */
export const momentsTold =
  (names, change) =>
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!isMain(request) || !accepted(answer)) return answer;
    let isChanged = false;
    const other = everywhere(contentOf(answer), (name, value) => {
      if (!names.includes(name) || typeof value !== "string" || !ISO.test(value)) return undefined;
      isChanged = true;
      return change(value, request);
    });
    if (!isChanged) return answer;
    shows();
    return withSame(answer, other);
  };

const nanoseconds = momentsTold(MOMENTS, (text) =>
  text.replace(ISO, (_all, rest, fraction = "") => `${rest}.${fraction.padEnd(9, "0")}Z`),
);
const offset = momentsTold(MOMENTS, (text) => text.replace(/Z$/, "+00:00"));
const shortest = momentsTold(MOMENTS, (text) => text.replace(/0+Z$/, "Z").replace(/\.Z$/, "Z"));

const BEHIND = 90_000;
const earlier = (text) => new Date(Date.parse(text) - BEHIND).toISOString();
const LOGS = ["getAccessLogsByCluster", "getAccessLogsByHost"];

/** Filters attempts by its own clock too. */
async function found(caller, request, answer) {
  const query = queryOf(request);
  if (!LOGS.includes(request.operation) || !accepted(answer) || !query.has("start")) return answer;
  const later = (name) => String(Number(query.get(name)) + BEHIND);
  const accessLogs = await attemptsOf(caller, request, { start: later("start"), end: later("end") });
  return accessLogs === undefined ? answer : withSame(answer, { ...contentOf(answer), accessLogs });
}

const slowClock = ({ caller, shows }) => {
  const told = momentsTold(OWN, earlier)({ shows });
  return async (request, pass) => {
    const answer = await told(request, async (asked) => found(caller, asked, await pass(asked)));
    return withHeaders(answer, (name, value) => [
      [name, /^date$/i.test(name) ? new Date(Date.parse(value) - BEHIND).toUTCString() : value],
    ]);
  };
};

export const moments = [
  {
    id: "nine-digits-of-a-second",
    twist: "Each moment has nine digits behind the second.",
    legal: "Conventions: ISO 8601 date-time in UTC; neither that nor RFC 3339 5.6 bounds the fraction.",
    lie: nanoseconds,
  },
  {
    id: "utc-as-an-offset",
    twist: "Moments end with `+00:00`.",
    legal: "Conventions: ISO 8601 date-time in UTC; `+00:00` is UTC in ISO 8601 and RFC 3339.",
    lie: offset,
  },
  {
    id: "fractions-without-zeros",
    twist: "Fractions of seconds end with their last digit that is not zero, and are not there when they are zero.",
    legal: "Conventions: ISO 8601 date-time; the number of digits is free and need not be the same everywhere.",
    lie: shortest,
  },
  {
    id: "clock-ninety-seconds-slow",
    twist:
      "The clock of the server is 90 seconds behind: in `Date`, in what it notes, and in what `start` and `end` find.",
    legal: "The description says nothing of clocks; RFC 9110 6.6.1: `Date` is as good as the server's clock is.",
    lie: slowClock,
  },
];
