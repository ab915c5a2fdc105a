import { answered, type Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { jsonOf, received, refused, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, inconclusive, type Judgement, notApplicable, observed, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { insidesOf } from "../../oracles/envelope.ts";
import { type Case, type Context, probe, type Requirement, story } from "../../rule/requirement.ts";
import { asked, FORMS, GOOD, needs, readBy, token } from "./token-requests.ts";

const NOT_TAKEN = "the token is not taken in the header Authorization, and no other is described";

/** Milliseconds of tolerance for the clock of the target and for transit. */
const SLACK = 2_000;

/** An issued token, with the time in milliseconds since the epoch until which it is certainly valid. */
interface Issued {
  readonly value: string;
  readonly askedAt: number;
  readonly until: number;
}

function issuedIn(exchange: Exchange): Issued | undefined {
  const json = jsonOf(exchange);
  const [body] = member(json, "access_token") === undefined ? insidesOf(json, { access_token: "" }) : [json];
  const [value, seconds] = [member(body, "access_token"), member(body, "expires_in")];
  if (typeof value !== "string" || typeof seconds !== "number") return undefined;
  return { value, askedAt: exchange.startedAt, until: exchange.startedAt + seconds * 1_000 - SLACK };
}

/**
 * Uses the older of two tokens that other rules ask for too, so that this rule costs no token request. The newer one is
 * the positive control, before and after: the description does not name the header for tokens.
 */
const olderToken = (context: Context): Case =>
  asks("a token after a newer one was issued", 5, async (ask) => {
    const both = [issuedIn(await ask(asked(context, {}))), issuedIn(await ask(asked(context, { query: FORMS })))];
    const [older, newer] = both.filter((one) => one !== undefined).toSorted((a, b) => a.askedAt - b.askedAt);
    if (older === undefined || newer === undefined) return inconclusive("no two tokens were to be had");
    if (older.value === newer.value) return observed("the same token is issued again while it is valid");
    const [byOlder, byNewer] = [readBy(context, older.value), readBy(context, newer.value)];
    if (byOlder === undefined || byNewer === undefined) return inconclusive("no read is offered to use a token for");
    if (!wasAccepted(await ask({ ...byNewer, send: "again" }))) return notApplicable(NOT_TAKEN);
    const exchange = await ask({ ...byOlder, send: "again" });
    const last = await ask({ ...byNewer, send: "again" });
    return isTurnedAway(last) ? usedUp(newer, last) : wasTaken(older, exchange);
  });

const isTurnedAway = (exchange: Exchange): boolean =>
  answered(exchange) && [401, 403].includes(exchange.response.status);

const isLate = ({ until }: Issued, { startedAt, milliseconds }: Exchange): boolean => startedAt + milliseconds > until;
const LATE = observed("expires_in has passed meanwhile");

/** Judges that a token was refused which had been accepted a moment before. */
const usedUp = (issued: Issued, exchange: Exchange): Judgement =>
  isLate(issued, exchange)
    ? LATE
    : broken("2xx for a token that was accepted before: its expires_in has not passed", received(exchange));

/** Judges the use of the older token, next to a newer one that was accepted before and after it. */
function wasTaken(older: Issued, exchange: Exchange): Judgement {
  if (!isTurnedAway(exchange)) return wasAccepted(exchange) ? upheld : inconclusive(received(exchange));
  if (isLate(older, exchange)) return LATE;
  return broken("2xx: expires_in of the older token has not passed, and the newer one is accepted", received(exchange));
}

/**
 * The longest life of a token, in milliseconds, for whose end the run waits, and how long after it the token is used: a
 * server may allow for clocks that differ.
 */
const MOST_WAITED = 30_000;
const LEEWAY = 10_000;

async function runsOut(story: Story): Promise<Judgement> {
  const issued = issuedIn(await story.ask("issueServiceToken", { body: GOOD }));
  if (issued === undefined) return story.cannot("no token was to be had");
  const life = issued.until + SLACK - issued.askedAt;
  if (life <= 0) return notApplicable("expires_in names no time");
  if (life > MOST_WAITED)
    return notApplicable(`a token is valid for ${life / 1_000} seconds, too long to wait for its end`);
  const read = readBy(story, issued.value);
  if (read === undefined) return story.cannot("no read is offered to use a token for");
  const reads = (): Promise<Exchange> => story.ask(read.operation, read);
  if (!wasAccepted(await reads())) return notApplicable(NOT_TAKEN);
  await story.pass(life + LEEWAY);
  return refused(await reads(), `a token ${LEEWAY / 1_000} seconds after its expires_in has passed`);
}

/** The rules on how long a token can be used. */
export const tokenLifetime: readonly Requirement[] = [
  probe({
    id: "TOKEN-STAYS-VALID",
    level: "MUST",
    basis: "stated",
    text: "Where a token is accepted, it is so for the seconds of its expires_in, also after another one was issued.",
    section: "Resources and their fields > Service account token",
    needs,
    stage: "quota",
    on: token,
    cases: (context) => [olderToken(context)],
  }),
  story({
    id: "TOKEN-RUNS-OUT",
    level: "SHOULD",
    basis: "derived:D2",
    text: "Where a token is accepted, it is no longer so after the seconds of its expires_in; tried if they are few.",
    section: "Resources and their fields > Service account token",
    needs,
    mock: "it counts no seconds",
    stage: "quota",
    risk: "read",
    lane: "token",
    on: token,
    requests: 3,
    tell: runsOut,
  }),
];
