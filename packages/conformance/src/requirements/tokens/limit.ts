import { answered, type Exchange, headerValue } from "@plumbline/client";
import { LIMITS, tokenWindow } from "@plumbline/schemas";
import { jsonOf, received } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { retryAfterMilliseconds } from "../../kernel/retry-after.ts";
import type { Story } from "../../kernel/story.ts";
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

/** As many requests as a minute holds, and as many again. */
async function limitsRequests(story: Story): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  const window = tokenWindow(story.speed);
  await story.pass(window + Math.max(100, window / 60));
  // Where the window is short, what is sent one by one may take longer than that.
  const ask = story.speed > 1 ? batch : oneByOne;
  for await (const exchange of ask(story, count)) {
    if (notServed(exchange)) return story.cannot("nothing is served at the token endpoint's address");
    story.must(!isLimited(exchange), `${count} requests of a fresh minute within the limit`, received(exchange));
  }
  // A little more than the limit: a window may just have begun anew.
  for await (const exchange of ask(story, count)) {
    if (!isLimited(exchange)) continue;
    const said = member(jsonOf(exchange), "error");
    story.must(typeof said !== "string" || said === "rate_limited", "error rate_limited", `error ${quoted(said, 60)}`);
    const wait = answered(exchange)
      ? retryAfterMilliseconds(headerValue(exchange.response.headers, "retry-after"), Date.now())
      : undefined;
    story.must(wait !== undefined, "Retry-After with rate_limited", "none");
    return upheld;
  }
  return broken(`rate_limited within ${2 * count} requests in a minute`, "no request was limited");
}

/** Waits for as long as it is told to, and asks once in between. */
async function recoversInTime(story: Story): Promise<Judgement> {
  const { count } = LIMITS.tokenRequests;
  for await (const exchange of (story.speed > 1 ? batch : oneByOne)(story, 2 * count)) {
    if (!isLimited(exchange) || !answered(exchange)) continue;
    const wait = retryAfterMilliseconds(headerValue(exchange.response.headers, "retry-after"), Date.now()) ?? 60_000;
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
    requests: 21,
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
