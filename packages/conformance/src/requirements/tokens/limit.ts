import { answered, type Exchange, headerValue } from "@plumbline/client";
import { LIMITS, tokenWindow } from "@plumbline/schemas";
import { jsonOf, received } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { retryAfterMilliseconds } from "../../kernel/retry-after.ts";
import type { Story } from "../../kernel/story.ts";
import { askedWait } from "../../kernel/trouble.ts";
import { notice, type Requirement, story, watch } from "../../rule/requirement.ts";
import { GOOD, isLimited, isToken, needs, notServed, token } from "./token-requests.ts";

const ERRORS = "Errors";

const again = (story: Story): Promise<Exchange> => story.ask("issueServiceToken", { body: GOOD, send: "to-the-limit" });

async function* oneByOne(story: Story, count: number): AsyncGenerator<Exchange> {
  for (let number = 1; number <= count; number += 1) yield await again(story);
}

async function* batch(story: Story, count: number): AsyncGenerator<Exchange> {
  yield* await Promise.all(Array.from({ length: count }, () => again(story)));
}

// Where the window is short, what is sent one by one may take longer than that.
const askOf = (story: Story): typeof batch => (story.speed > 1 ? batch : oneByOne);

/** A part of the window: a limiter that lets its callers in again little by little has given nothing back by then. */
const SOON = 0.08;
/**
 * Windows between two bursts. Where they begin one after the other, whenever a caller comes, one may begin within a burst, and
 * not within both of two that are so far apart.
 */
const APART = 1.5;
/** Bursts that have to be served whole, and how many are tried where some of them take too long to say anything. */
const BURSTS = 2;
const MOST_BURSTS = 4;

/** What a burst of requests came to that are one more than the limit. */
type Burst = "limited" | "served" | "served, but slowly";

/** As many requests as a minute holds and one more, and where that is served all the same, once more. */
async function limitsRequests(story: Story): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  const window = tokenWindow(story.speed);
  await story.pass(window + Math.max(100, window / 60));
  let began = Number.POSITIVE_INFINITY;
  for await (const exchange of askOf(story)(story, count)) {
    began = Math.min(began, exchange.startedAt);
    if (notServed(exchange)) return story.cannot("nothing is served at the token endpoint's address");
    const wait = isLimited(exchange) ? (askedWait(exchange) ?? 0) : 0;
    if (story.speed > 1 && wait > window)
      return story.cannot(
        `it is limited for ${Math.ceil(wait / 1_000)} seconds: its minute does not pass as fast as the speed that is stated`,
      );
    story.must(!isLimited(exchange), `${count} requests of a fresh minute within the limit`, received(exchange));
  }
  let came = await untilOver(story, oneByOne(story, 1), began);
  for (let bursts = 1, fast = 0; came !== "limited"; bursts += 1) {
    fast += came === "served" ? 1 : 0;
    if (fast === BURSTS)
      return broken(
        `rate_limited at the ${count + 1}th of ${count + 1} requests in a few seconds`,
        "all of them served, and so a minute and a half later",
      );
    if (bursts === MOST_BURSTS) return limitsMore(story);
    await story.pass(APART * window);
    came = await untilOver(story, askOf(story)(story, count + 1));
  }
  return upheld;
}

/** Of a server that is slow, as many again: a limiter may have let its callers in again meanwhile. */
async function limitsMore(story: Story): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  const came = await untilOver(story, batch(story, 2 * count + 1));
  return came === "limited"
    ? upheld
    : broken(`rate_limited within ${2 * count + 1} requests in a minute`, "no request was limited");
}

/** What the requests of a burst come to, with what is said to the one that is limited. */
async function untilOver(
  story: Story,
  burst: AsyncGenerator<Exchange>,
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
    return "limited";
  }
  return ended - began > SOON * tokenWindow(story.speed) ? "served, but slowly" : "served";
}

/** Waits for as long as it is told to, and asks once in between. */
async function recoversInTime(story: Story): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  for await (const exchange of askOf(story)(story, 2 * count)) {
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

/** How often the token endpoint may be asked, and what it says to those who ask too often. */
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
    requests: 65,
    tell: limitsRequests,
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
