// Refusals and their content where the description is silent.
import { asked, digestOf, withBody } from "../../defects/answers.mjs";
import { answeredBy, ask, everyRecord } from "../../defects/asking.mjs";
import { failedWith } from "../../defects/fourth/helpers.mjs";
import { isMain, refusedAs, refusedFirst, showsKey } from "../helpers.mjs";

const EVERY = 90;
const PATIENCE = "Slow down.";

/** Refuses two requests in a row, without a Retry-After. */
const bursts = (server) => {
  let count = 0;
  const isDue = () => {
    count += 1;
    return count % EVERY < 2 && count > 1;
  };
  const refusal = { status: 429, errorCode: "TOO_MANY_REQUESTS", detail: PATIENCE };
  return refusedFirst((request) => isMain(request) && showsKey(request) && isDue(), refusal)(server);
};

const ID = /^[a-f0-9]{24}$/;

/** In an unknown project, no caller has a role. */
const unknownProjects = ({ caller, shows }) => {
  const known = new Map();
  const isKnown = async (groupId) => {
    if (!known.has(groupId)) known.set(groupId, (await ask(caller, "listAlertConfigs", { groupId })).status !== 404);
    return known.get(groupId);
  };
  return refusedAs(async (request, { status }) => {
    const { groupId } = request.values ?? {};
    if (status !== 404 || !isMain(request) || !ID.test(groupId ?? "") || (await isKnown(groupId))) return undefined;
    return { status: 403, errorCode: "NOT_IN_GROUP", detail: "The caller has no role in this project." };
  })({ shows });
};

/** A request that is invalid for everyone is refused as invalid, whoever the caller is. */
const validatedFirst =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isRole = answer.status === 403 && request.method === "GET" && digestOf(request).response !== undefined;
    if (!isRole || !isMain(request) || request.target === request.path) return answer;
    const other = await answeredBy(caller, request, answer);
    if (other.status !== 400) return answer;
    shows();
    return other;
  };

const kindsOf = (notifications) => notifications.map(({ typeName }) => typeName).toSorted();
const likeness = ({ eventTypeName, matchers = [], notifications }) =>
  JSON.stringify([eventTypeName, matchers.map((one) => Object.values(one).toSorted()), kindsOf(notifications)]);

/** Refuses two configurations of a project that would send the same notifications for the same events. */
const noTwins = ({ caller, shows }) => {
  let last = Promise.resolve();
  const made = async (request, pass) => {
    const body = asked(request);
    if (!Array.isArray(body?.notifications)) return pass(request);
    const all = await everyRecord(caller, "listAlertConfigs", request.values);
    if (!all.some((one) => likenessIn(one) === likenessIn(body))) return pass(request);
    const answer = await pass(withBody(request, { ...body, eventTypeName: 7 }));
    if (answer.status !== 400) return answer;
    shows();
    const detail = "The project has a configuration for the same event, matchers and kinds of targets.";
    return failedWith(request, answer, { status: 409, errorCode: "DUPLICATE_ALERT_CONFIG", detail });
  };
  return (request, pass) => {
    if (request.operation !== "createAlertConfig") return pass(request);
    const own = last.then(() => made(request, pass));
    last = own.catch(() => undefined);
    return own;
  };
};

/** Undefined if a body does not even have the form of a configuration. */
function likenessIn(one) {
  try {
    return likeness(one);
  } catch {
    return undefined;
  }
}

/** An alert cannot be acknowledged until a moment in the past. */
const onlyAhead =
  ({ shows }) =>
  async (request, pass) => {
    const body = request.operation === "acknowledgeAlert" ? asked(request) : undefined;
    if (body === undefined || !(Date.parse(body.acknowledgedUntil) < Date.now() - 5_000)) return pass(request);
    const answer = await pass(withBody(request, { ...body, acknowledgedUntil: 7 }));
    if (answer.status !== 400) return answer;
    shows();
    const detail = "acknowledgedUntil has to be a moment that is still to come.";
    return failedWith(request, answer, { status: 400, errorCode: "ACKNOWLEDGEMENT_IN_THE_PAST", detail });
  };

/** A feature that a cluster lacks makes a request invalid, whoever the caller is. */
const forTier = refusedAs((request, { status }, { errorCode, detail }) =>
  status === 403 && isMain(request) && errorCode === "FEATURE_UNSUPPORTED"
    ? { status: 400, errorCode: "NOT_IN_THIS_TIER", detail }
    : undefined,
);

export const refusals = [
  {
    id: "bursts-refused-without-a-hint",
    twist: "Now and then two requests in a row are answered with 429 and no `Retry-After`, and are not carried out.",
    legal: "Limits: rate limits beyond the token endpoint are not shown; RFC 6585 4: the field may be there.",
    lie: bursts,
  },
  {
    id: "unknown-projects-forbidden",
    twist: "A project that there is not is answered with 403 in place of 404.",
    legal: "Authentication 2: roles gate operations, and nobody has one there; no status is stated for it.",
    lie: unknownProjects,
  },
  {
    id: "validated-before-the-role",
    twist: "A query that breaks a rule is answered with 400, also to a caller whose role does not suffice.",
    legal: "The description does not say which is looked at first; it is refused in both ways.",
    lie: validatedFirst,
  },
  {
    id: "no-twins-of-a-configuration",
    twist: "An alert configuration for the same event, matchers and kinds of targets as another is refused with 409.",
    legal: "5: the description is silent about two that are alike; Limits: quotas are not shown.",
    lie: noTwins,
  },
  {
    id: "acknowledged-only-ahead",
    twist: "Acknowledging an alert until a moment that is over is refused with 400.",
    legal: "14: `acknowledgedUntil` is a date-time; the description is silent about one that is in the past.",
    lie: onlyAhead,
  },
  {
    id: "small-tiers-are-bad-requests",
    twist: "What is not to be had on a shared tier is answered with 400 in place of 403.",
    legal: "Access history 1, Limits: unavailable on M0, M2, M5: no status is stated.",
    lie: forTier,
  },
];
