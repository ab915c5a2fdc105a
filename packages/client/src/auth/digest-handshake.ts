import { type Answer, answered, type Exchange, headerValue } from "../exchange.ts";
import type { WireRequest } from "../wire-request.ts";
import { parseChallenges } from "./challenge.ts";
import { digestChallenge } from "./digest-challenge.ts";
import type { DigestSession, NonceLease } from "./digest-session.ts";

/** Sends one leg of a request, with or without an Authorization value. */
export type Leg = (authorization: string | undefined, follows: string | undefined) => Promise<Exchange>;

/**
 * Sends a request under digest authentication in at most three legs: the first, one that answers its challenge, and
 * another only if the server calls that answer stale. Returns the last leg. If the server refuses the credentials, this
 * is its 401.
 *
 * A nonce may become invalid on its way to the server because other requests use it up. So if the server refuses a
 * request while it also answers others, the client repeats the request with no other request between challenge and
 * answer. An urgent request does not wait for such a repeat, and the client does not repeat it.
 */
export async function digestHandshake(
  session: DigestSession,
  { method, urgent = false }: Pick<WireRequest, "method" | "urgent">,
  uri: string,
  leg: Leg,
): Promise<Exchange> {
  const turn = session.enter(urgent);
  if (turn !== undefined) await turn;
  try {
    const shared = session.watch();
    const { exchange, inDoubt } = await inLegs(session, method, uri, leg);
    if (!inDoubt || urgent || !shared() || !session.isWorthRepeating) return exchange;
    const again = await session.alone(() => inLegs(session, method, uri, leg, exchange));
    session.learn(!again.inDoubt);
    return again.exchange;
  } finally {
    session.leave();
  }
}

/** How many answers in a row may call the nonce stale, for a request that has the server to itself. */
const MOST_STALE = 6;

interface Outcome {
  readonly exchange: Exchange;
  /** The server refused the request, perhaps only because of the nonce. */
  readonly inDoubt: boolean;
}

async function inLegs(
  session: DigestSession,
  method: string,
  uri: string,
  leg: Leg,
  before?: Exchange,
): Promise<Outcome> {
  let lease = session.take();
  let exchange = await leg(lease && session.authorize(lease, method, uri), before?.id);
  for (let repeats = 0; ; repeats++) {
    const answer = answered(exchange) ? exchange.response : undefined;
    const challenge = answer && digestChallenge(answer);
    if (challenge === undefined) {
      if (lease && answer) session.learn(true);
      if (lease) settle(session, lease, answer);
      return { exchange, inDoubt: false };
    }
    const same = lease?.challenge.nonce === challenge.nonce;
    const next: NonceLease = lease && same ? lease : session.adopt(challenge);
    if (lease && !same) session.drop(lease);
    // The server returns the nonce just used and does not call it stale, so it refused the credentials.
    const refused = same && !challenge.stale;
    // A server with short-lived nonces, or whose clock was set forward, may call several nonces in a row stale.
    const most = challenge.stale && before !== undefined ? MOST_STALE : 2;
    if (refused || repeats >= most || (repeats === 1 && !challenge.stale && before === undefined)) {
      session.release(next);
      return { exchange, inDoubt: !refused };
    }
    lease = next;
    exchange = await leg(session.authorize(lease, method, uri), exchange.id);
  }
}

function settle(session: DigestSession, lease: NonceLease, answer: Answer | undefined): void {
  if (answer === undefined) {
    // The request may still be on its way, so no later request may use this nonce and its count.
    session.drop(lease);
    return;
  }
  const nextNonce = nextNonceOf(answer);
  if (nextNonce === undefined || nextNonce === lease.challenge.nonce) {
    session.release(lease);
    return;
  }
  session.release(session.adopt({ ...lease.challenge, nonce: nextNonce }));
  session.drop(lease);
}

/**
 * `nextnonce` of Authentication-Info (RFC 7616, section 3.5): the server asks for another nonce without a challenge.
 */
function nextNonceOf(answer: Answer): string | undefined {
  const value = headerValue(answer.headers, "authentication-info");
  // The field is a bare parameter list; with a scheme in front, the parser reads it as a challenge.
  return value === undefined ? undefined : parseChallenges([`info ${value}`])[0]?.parameters.get("nextnonce");
}
