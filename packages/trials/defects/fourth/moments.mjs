// Time limits, lifetimes, moments and ranges.
import { accepted, asked, contentOf, queryOf, withContent, withStatus } from "../answers.mjs";
import { sends } from "../asking.mjs";
import { basicOf, hasHeader, withoutHeader } from "../second/helpers.mjs";
import { failedWith } from "./helpers.mjs";

const RETRY = /^retry-after$/i;
const SECOND = 1_000;
const LATEST_DATE = 8.64e15;
const LATEST_OF_32_BITS = (2 ** 31 - 1) * SECOND;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const firstRefusalOnly = ({ shows }) => {
  const refused = new Set();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken") return answer;
    const [client] = basicOf(request);
    if (answer.status !== 429) refused.delete(client);
    if (answer.status !== 429 || !hasHeader(answer, RETRY)) return answer;
    if (!refused.has(client)) {
      refused.add(client);
      return answer;
    }
    shows();
    return withoutHeader(answer, RETRY);
  };
};

/** Counts a request after the decision about it. */
const oneMore = ({ shows }) => {
  const spare = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken") return answer;
    const [client] = basicOf(request);
    if (accepted(answer)) spare.set(client, answer);
    const last = spare.get(client);
    if (answer.status !== 429 || last === undefined) return answer;
    spare.delete(client);
    shows();
    return withStatus(request, last, 200, contentOf(last));
  };
};

const cachedToken = ({ shows }) => {
  const cached = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || !accepted(answer)) return answer;
    const [client] = basicOf(request);
    const content = contentOf(answer);
    const earlier = cached.get(client);
    const now = Date.now();
    if (earlier === undefined || now >= earlier.until) {
      cached.set(client, { token: content.access_token, at: now, until: now + content.expires_in * SECOND });
      return answer;
    }
    if (now - earlier.at >= SECOND) shows();
    return withContent(answer, { ...content, access_token: earlier.token });
  };
};

const toldAsSent = ({ shows }) => {
  const sent = new Map();
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, values } = request;
    if (!["acknowledgeAlert", "getAlert"].includes(operation) || !accepted(answer)) return answer;
    if (operation === "acknowledgeAlert") {
      const { acknowledgedUntil: text } = Object(asked(request));
      if (/[+-](?!00:00)\d{2}:\d{2}$/.test(text)) sent.set(values.alertId, text);
      else sent.delete(values.alertId);
      return answer;
    }
    const content = contentOf(answer);
    const text = sent.get(values.alertId);
    if (text === undefined || Date.parse(text) !== Date.parse(content.acknowledgedUntil)) return answer;
    shows();
    return withContent(answer, { ...content, acknowledgedUntil: text });
  };
};

const acknowledges = (change) => (server) =>
  sends(
    ["acknowledgeAlert"],
    ({ acknowledgedUntil: text, ...body }) => {
      const other = typeof text === "string" && MOMENT.test(text) ? change(text) : undefined;
      return other === undefined ? undefined : { ...body, acknowledgedUntil: other };
    },
    server.shows,
  );

const until2038 = acknowledges((text) =>
  Date.parse(text) > LATEST_OF_32_BITS ? new Date(LATEST_OF_32_BITS).toISOString() : undefined,
);

const SHORT_FRACTION = /\.(\d{1,2})(?=[Z+-])/;
const fractionAsMilliseconds = acknowledges((text) => {
  const [, digits] = SHORT_FRACTION.exec(text) ?? [];
  if (digits === undefined || Number(digits) === 0) return undefined;
  return text.replace(SHORT_FRACTION, `.${digits.padStart(3, "0")}`);
});

const zeroIsNone =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const query = queryOf(request);
    const isAsked = request.operation === "getAccessLogsByCluster" && accepted(answer) && query.get("start") === "0";
    if (!isAsked || !query.has("end")) return answer;
    shows();
    const detail = "Query parameter start is missing: its companion is given.";
    return failedWith(request, answer, { status: 400, errorCode: "VALIDATION_ERROR", detail });
  };

const noDateThatLate =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "getAccessLogsByHost" && accepted(answer);
    if (!isAsked || !(Number(queryOf(request).get("end")) > LATEST_DATE)) return answer;
    shows();
    const detail = "Invalid time value.";
    return failedWith(request, answer, { status: 500, errorCode: "UNEXPECTED_ERROR", detail });
  };

export const moments = [
  {
    id: "later-refusals-without-retry-after",
    words: "Errors 3: 429 and 503 responses carry a `Retry-After` header",
    wrong: "Of several refusals over the limit in a row only the first has `Retry-After`.",
    lie: firstRefusalOnly,
  },
  {
    id: "eleven-tokens-a-minute",
    words: "Limits: token endpoint: 10 requests every 1 minute; beyond it `rate_limited`",
    wrong: "The first request beyond the limit is still answered with a token.",
    lie: oneMore,
  },
  {
    id: "cached-token-with-whole-lifetime",
    words: "Service account token: `expires_in` (integer, seconds the token is valid)",
    wrong: "A later request is given the earlier token again, said to be valid as long as a new one.",
    lie: cachedToken,
  },
  {
    id: "acknowledged-until-told-as-sent",
    words: "Conventions: timestamps are ISO 8601 date-time strings in UTC",
    wrong: "An alert that was acknowledged with an offset is read with the moment in that offset.",
    lie: toldAsSent,
  },
  {
    id: "acknowledged-until-2038",
    words: "Alerts 14: body `{acknowledgedUntil: date-time, ...}`",
    wrong: "An acknowledgement beyond the seconds of 32 bits ends in January 2038.",
    lie: until2038,
  },
  {
    id: "tenths-read-as-milliseconds",
    words: "Alerts 14: `acknowledgedUntil: date-time`; Conventions: ISO 8601",
    wrong: "One or two digits after the decimal point are taken for milliseconds.",
    lie: fractionAsMilliseconds,
  },
  {
    id: "start-of-zero-missing",
    words: "Access history 1: `start` int64 epoch ms (required if `end` is given)",
    wrong: "By cluster, a `start` of 0 is taken for none, and the request is refused.",
    lie: zeroIsNone,
  },
  {
    id: "latest-end-falls-over",
    words: "Access history 2: `end` int64 epoch ms",
    wrong: "By host, an `end` that is later than a date object can hold is answered with 500.",
    lie: noDateThatLate,
  },
];
