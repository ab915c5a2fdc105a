import { answered, type Exchange, headerValue, retryAfterMilliseconds } from "@plumbline/client";
import { LIMITS, tokenWindow } from "@plumbline/schemas";
import { jsonOf, received } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { askedWait } from "../../kernel/trouble.ts";
import { notice, type Requirement, story, watch } from "../../rule/requirement.ts";
import { GOOD, isLimited, isToken, needs, notServed, OTHER_GRANT, token } from "./token-requests.ts";

const ERRORS = "Errors";

type Send = (story: Story, number: number) => Promise<Exchange>;

const again = (story: Story): Promise<Exchange> => story.ask("issueServiceToken", { body: GOOD, send: "to-the-limit" });

/**
 * The first requests of a burst get no token, and some later ones have a query: the limit counts all requests, not
 * tokens.
 */
const FAILING: readonly Step[] = [
  { body: OTHER_GRANT },
  { body: GOOD, who: "wrongClientSecret" },
  { body: OTHER_GRANT },
];
const ofAllKinds: Send = (story, number) => {
  const failing = FAILING[number - 1];
  if (failing !== undefined) return story.ask("issueServiceToken", { ...failing, send: "to-the-limit", due: "any" });
  const query = number % 2 === 0 ? { query: { pretty: "true" } } : {};
  return story.ask("issueServiceToken", { body: GOOD, send: "to-the-limit", ...query });
};

async function* oneByOne(story: Story, count: number, send: Send = again): AsyncGenerator<Exchange> {
  for (let number = 1; number <= count; number += 1) yield await send(story, number);
}

async function* batch(story: Story, count: number, send: Send = again): AsyncGenerator<Exchange> {
  yield* await Promise.all(Array.from({ length: count }, (_, index) => send(story, index + 1)));
}

/** The length of the target's window, in milliseconds, and how to send a burst within it. */
interface Pace {
  readonly window: number;
  readonly burst: typeof batch;
}

/** The window of a target whose minute passes as fast as everything else. */
const paceOf = ({ speed }: Story): Pace => ({
  window: tokenWindow(speed),
  // If the window is short, requests in sequence may take longer than the window.
  burst: speed > 1 ? batch : oneByOne,
});

/** The window of a target that finishes slow operations faster, but limits requests by the clock. */
const REAL: Pace = { window: tokenWindow(1), burst: oneByOne };

/** Whether a limited caller of a faster target has to wait as long as the clock says. */
const isByTheClock = (exchange: Exchange, window: number): boolean =>
  window < REAL.window && isLimited(exchange) && (askedWait(exchange) ?? 0) > window;

/** The part of the window within which a limiter that readmits callers gradually has not readmitted any. */
const SOON = 0.08;
/**
 * Windows between two bursts. If the server's windows start at fixed times, one may start within a burst, but not
 * within both of two bursts that are so far apart.
 */
const APART = 1.5;
/**
 * The number of bursts that must be served completely before the rule fails, and the most bursts to try if some are too
 * slow to decide.
 */
const BURSTS = 2;
const MOST_BURSTS = 4;

/**
 * The result of a burst with one request more than the limit; "limited once" if the next request at once got a token.
 */
type Burst = "limited" | "limited once" | "limited by the clock" | "served" | "served, but slowly";

/**
 * Sends as many requests as a minute allows and one more, and repeats that if the target serves all of them. The
 * first burst has requests of all kinds.
 */
async function limitsRequests(story: Story, pace = paceOf(story)): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  const { window, burst } = pace;
  await story.pass(window + Math.max(100, window / 60));
  let began = Number.POSITIVE_INFINITY;
  for await (const exchange of burst(story, count, ofAllKinds)) {
    began = Math.min(began, exchange.startedAt);
    if (notServed(exchange)) return story.cannot("nothing is served at the token endpoint's address");
    if (isByTheClock(exchange, window)) return limitsRequests(story, REAL);
    story.must(!isLimited(exchange), `${count} requests of a fresh minute within the limit`, received(exchange));
  }
  const first = await untilOver(story, oneByOne(story, 1), window, began);
  let came = first;
  for (let bursts = 1, fast = 0; came.startsWith("served"); bursts += 1) {
    fast += came === "served" ? 1 : 0;
    if (fast === BURSTS)
      return broken(
        `rate_limited at the ${count + 1}th of ${count + 1} requests in a few seconds`,
        "all of them served, and so a minute and a half later",
      );
    if (bursts === MOST_BURSTS) return limitsMore(story, window);
    await story.pass(APART * window);
    came = await untilOver(story, burst(story, count + 1), window);
  }
  if (came === "limited by the clock") return limitsRequests(story, REAL);
  if (came === "limited once") return limitsAgain(story, pace);
  return first === "served" ? story.mildly(() => countsAll(story, pace)) : upheld;
}

/** After a refusal that the next request did not meet: a window that started between the two does so only once. */
async function limitsAgain(story: Story, { window, burst }: Pace): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  await story.pass(APART * window);
  return expects(
    (await untilOver(story, burst(story, count + 1), window)) !== "limited once",
    `rate_limited for the ${count + 2}th of ${count + 2} requests in a few seconds, as for the one before`,
    "a token, and so a minute and a half later: a refusal clears the count",
  );
}

/** After a burst of equal requests, which was limited: another one in which some get no token or have a query. */
async function countsAll(story: Story, { window, burst }: Pace): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  await story.pass(APART * window);
  const came = await untilOver(story, burst(story, count + 1, ofAllKinds), window);
  story.must(
    came !== "served",
    `rate_limited at the ${count + 1}th of ${count + 1} requests in a few seconds, although ${FAILING.length} of them get no token and others have a query`,
    "all of them answered: it counts requests that get no token, or those with a query, apart",
  );
  return upheld;
}

/** Sends twice as many requests to a slow server, because a limiter may have readmitted callers meanwhile. */
async function limitsMore(story: Story, window: number): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  const came = await untilOver(story, batch(story, 2 * count + 1), window);
  return came.startsWith("limited")
    ? upheld
    : broken(`rate_limited within ${2 * count + 1} requests in a minute`, "no request was limited");
}

/** The result of a burst. If a request is limited, checks its error and its Retry-After, and sends another. */
async function untilOver(
  story: Story,
  burst: AsyncGenerator<Exchange>,
  window: number,
  since = Number.POSITIVE_INFINITY,
): Promise<Burst> {
  let [began, ended] = [since, Number.NEGATIVE_INFINITY];
  for await (const exchange of burst) {
    began = Math.min(began, exchange.startedAt);
    ended = Math.max(ended, exchange.startedAt + exchange.milliseconds);
    if (!isLimited(exchange)) continue;
    const said = member(jsonOf(exchange), "error");
    story.must(typeof said !== "string" || said === "rate_limited", "error rate_limited", `error ${quoted(said, 60)}`);
    story.must(askedWait(exchange) !== undefined, "Retry-After with rate_limited", "none");
    if (isByTheClock(exchange, window)) return "limited by the clock";
    const next = await again(story);
    const isSoon = next.startedAt + next.milliseconds - began <= SOON * window;
    return isSoon && isToken(next) ? "limited once" : "limited";
  }
  return ended - began > SOON * window ? "served, but slowly" : "served";
}

/** Waits for the time in Retry-After, with one request in the middle, which must not extend it. */
async function recoversInTime(story: Story): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  for await (const exchange of paceOf(story).burst(story, 2 * count)) {
    if (!isLimited(exchange) || !answered(exchange)) continue;
    const wait = askedWait(exchange) ?? 60_000;
    await story.pass(Math.min(wait, 70_000) / 2);
    await again(story);
    await story.pass(Math.min(wait, 70_000) / 2 + 1_000);
    const last = await again(story);
    return expects(isToken(last), "200 after the time that Retry-After named", received(last));
  }
  return story.cannot("the limit was not met");
}

/** The rules on the rate limit of the token endpoint, and on its answers beyond the limit. */
export const tokenLimit: readonly Requirement[] = [
  watch({
    id: "TOKEN-RETRY-AFTER",
    level: "MUST",
    basis: "stated",
    text: "429 and 503 of the token endpoint carry Retry-After, in seconds or as a date.",
    section: ERRORS,
    on: token,
    shownBy: ["TOKEN-RATE-LIMIT"],
    examine: ({ answer }) => {
      if (answer.status !== 429 && answer.status !== 503) return undefined;
      const value = headerValue(answer.headers, "retry-after");
      return expects(
        retryAfterMilliseconds(value, Date.now()) !== undefined,
        `Retry-After with ${answer.status}`,
        value === undefined ? "no Retry-After" : `Retry-After ${quoted(value, 60)}`,
      );
    },
  }),
  story({
    id: "TOKEN-RATE-LIMIT",
    level: "MUST",
    basis: "stated",
    text: "Beyond ten requests in a minute the token endpoint answers rate_limited with Retry-After, and not before.",
    section: "Limits",
    needs,
    mock: "it counts nothing",
    stage: "quota",
    risk: "quota",
    lane: "token",
    on: token,
    requests: 80,
    byTheClock: true,
    tell: (story) => limitsRequests(story),
  }),
  story({
    id: "TOKEN-RATE-RECOVERS",
    level: "SHOULD",
    basis: "derived:D2",
    text: "After the time that Retry-After names, a token request succeeds again, even when others were refused meanwhile.",
    section: ERRORS,
    needs,
    mock: "it counts nothing",
    stage: "quota",
    risk: "quota",
    lane: "token",
    on: token,
    requests: 22,
    tell: recoversInTime,
  }),
  notice({
    id: "TOKEN-OTHER-RATE-LIMITS",
    level: "UNSPECIFIED",
    text: "Quotas of all other operations are not given: a 429 there is no fault, and Retry-After is obeyed.",
    section: "Limits",
    on: (subject) => !token(subject),
    notice: ({ answer }) =>
      answer.status === 429
        ? `429 ${headerValue(answer.headers, "retry-after") === undefined ? "without" : "with"} Retry-After`
        : undefined,
  }),
];
