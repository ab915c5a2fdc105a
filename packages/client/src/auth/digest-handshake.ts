import { type Answer, answered, type Exchange, headerValue } from "../exchange.ts";
import type { WireRequest } from "../wire-request.ts";
import { parseChallenges } from "./challenge.ts";
import { digestChallenge } from "./digest-challenge.ts";
import type { DigestSession, NonceLease } from "./digest-session.ts";

/** Sends one leg of a request, with or without an Authorization value. */
export type Leg = (authorization: string | undefined, follows: string | undefined) => Promise<Exchange>;

/**
 * Sends a request under digest authentication in three legs at most: the first, one that answers its challenge, and one
 * more only when that answer was refused as stale. Returns the last leg; a refusal of the credentials is its 401.
 *
 * A nonce may run out while it is on its way, because others take what it is good for. What was refused while others
 * were being answered is therefore tried once more where nothing comes between challenge and answer. An urgent request
 * waits for nobody who is, and is not tried once more itself.
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
    if (!inDoubt || urgent || !shared() || !session.mayBeNonce) return exchange;
    const again = await session.alone(() => inLegs(session, method, uri, leg, exchange));
    session.learn(!again.inDoubt);
    return again.exchange;
  } finally {
    session.leave();
  }
}

/** Answers that are called stale one after the other, of a request that nothing else comes between. */
const MOST_STALE = 6;

interface Outcome {
  readonly exchange: Exchange;
  /** Refused, and nothing says that it was not for the nonce. */
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
    // The very nonce that was just used comes back and is not called stale: what was refused are the credentials.
    const refused = same && !challenge.stale;
    // A server whose nonces are short-lived, or whose clock is set on, may call several in a row stale.
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
    // The request may still be on its way: its count must not meet a later one.
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

/** `nextnonce` of Authentication-Info (RFC 7616, section 3.5): the server asks to change nonces without a challenge. */
function nextNonceOf(answer: Answer): string | undefined {
  const value = headerValue(answer.headers, "authentication-info");
  // The field is a bare parameter list; a scheme in front makes it a challenge.
  return value === undefined ? undefined : parseChallenges([`info ${value}`])[0]?.parameters.get("nextnonce");
}
