import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { Call, DigestParameters, DigestSpelling } from "../../ground/call.ts";
import { broken, decidedBy, inconclusive, type Judgement, upheld } from "../../ground/judgement.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { shownOn } from "../shared/subjects.ts";
import { challengeFor, challengeIn, HANDSHAKES, TRIES } from "./handshake.ts";
import { isRefusedKey } from "./turned-away.ts";

/*
 * A server may end a nonce at any time without saying so. A refusal therefore counts only if the target refuses a
 * correct digest with every nonce that was tried, and accepts the same digest in the usual form.
 */

/** Spellings that one request combines; only if the target refuses it, each goes alone. */
const TOGETHER: readonly (readonly DigestSpelling[])[] = [
  [
    "a scheme in small letters",
    "parameters in another order",
    "blanks around commas",
    "commas and other signs in its cnonce",
  ],
  ["a scheme in capitals", "two blanks behind the scheme", "names of parameters in capitals"],
];

type Change = Pick<Partial<Call>, "rawQuery">;

/** The source of the nonce for a correct digest. */
type Source = (ask: Ask, context: Context) => Promise<DigestParameters | undefined>;

interface Written {
  readonly spelling?: readonly DigestSpelling[];
  readonly change?: Change;
  readonly source?: Source;
}

/** The answer to a correct digest, with a new nonce each time until it is no 401; `undefined` if there is no nonce. */
async function presented(
  ask: Ask,
  context: Context,
  { spelling = [], change = {}, source = challengeFor }: Written,
): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  for (let time = 1; time <= TRIES; time += 1) {
    const challenge = await source(ask, context);
    if (challenge === undefined) return last;
    last = await ask(callOf(context, { ...change, who: { spelling, challenge, count: 1 }, send: "again" }));
    if (!isRefusedKey(last)) return last;
  }
  return last;
}

/** Broken if the target refuses a correct digest in which only `what` is unusual, and accepts its twin without that. */
async function taken(
  ask: Ask,
  context: Context,
  what: string,
  written: Written,
  twin: Written = {},
): Promise<Judgement> {
  const exchange = await presented(ask, context, written);
  if (exchange === undefined) return inconclusive("the target gives no digest challenge with realm and nonce");
  if (wasAccepted(exchange)) return upheld;
  const usual = await presented(ask, context, twin);
  if (usual === undefined || !wasAccepted(usual))
    return inconclusive(
      `the same digest in the usual writing is not accepted either (${usual ? received(usual) : "none"})`,
    );
  return decidedBy(broken(`2xx: a right digest with ${what}`, received(exchange)), "status", exchange);
}

const together = (context: Context, spelling: readonly DigestSpelling[]): Case =>
  asks(spelling.join(", "), 2, async (ask) => {
    const all = await presented(ask, context, { spelling });
    if (all !== undefined && wasAccepted(all)) return upheld;
    for (const one of spelling) {
      const alone = await taken(ask, context, one, { spelling: [one] });
      if (alone.kind !== "holds") return alone;
    }
    return taken(ask, context, spelling.join(", "), { spelling });
  });

/** A digest covers the address as sent, whichever case its escapes have (RFC 3986, section 2.1). */
const inSmallHexadecimal = (context: Context): Case =>
  asks("an escape with a small letter in the address", 2, (ask) =>
    taken(
      ask,
      context,
      "an escape with a small letter in its uri",
      { change: { rawQuery: "pretty=fa%6cse" } },
      { change: { rawQuery: "pretty=fa%6Cse" } },
    ),
  );

/** The nonce that comes with the refusal of a wrong digest. */
const nonceOfRefusal: Source = async (ask, context) => {
  const challenge = await challengeFor(ask, context);
  if (challenge === undefined) return undefined;
  const wrong = await ask(callOf(context, { who: { fault: "response", challenge }, send: "again" }));
  return isRefusedKey(wrong) ? challengeIn(wrong) : undefined;
};

const afterRefusal = (context: Context): Case =>
  asks("the nonce of a refusal", 3, async (ask) => {
    const judgement = await taken(ask, context, "the nonce of a refusal", { source: nonceOfRefusal });
    // AUTH-CHALLENGE-AGAIN judges whether the refusal of a wrong digest has a challenge.
    return judgement.kind === "inconclusive" ? upheld : judgement;
  });

/** Counts written with digits only, the following ones with letters, and again some with digits only. */
const COUNTS = { first: [1, 9], letters: [10, 15], second: [16, 19] } as const;

/** Finds servers that read counts as decimal numbers: they refuse counts with letters and accept later ones without. */
const counted = (context: Context): Case =>
  asks("the tenth use of a nonce, nc=0000000a", COUNTS.letters[0] + 1, async (ask) => {
    const challenge = await challengeFor(ask, context);
    if (challenge === undefined) return inconclusive("the target gives no digest challenge with realm and nonce");
    let refusal: Exchange | undefined;
    const areAll = async ([from, to]: readonly [number, number], isSo: (exchange: Exchange) => boolean) => {
      for (let count = from; count <= to; count += 1) {
        const exchange = await ask(callOf(context, { who: { spelling: [], challenge, count }, send: "again" }));
        if (isRefusedKey(exchange)) refusal ??= exchange;
        if (!isSo(exchange)) return false;
      }
      return true;
    };
    // The description does not limit the use of a nonce; one that ends here is over for the later counts too.
    if (!(await areAll(COUNTS.first, wasAccepted))) return upheld;
    if (!(await areAll(COUNTS.letters, isRefusedKey)) || !(await areAll(COUNTS.second, wasAccepted))) return upheld;
    if (refusal === undefined) return upheld;
    const expected = "2xx for nc=0000000a: the nonce was good for the counts before it and for later ones";
    return decidedBy(broken(expected, `${received(refusal)} for 0000000a to 0000000f`), "status", refusal);
  });

/** The rules on correct digests in every form that the HTTP standards allow. */
export const spellings: readonly Requirement[] = [
  probe({
    id: "AUTH-DIGEST-SPELLINGS",
    // A SHOULD: the description names the scheme but not its grammar, so a server that reads only its usual clients
    // conforms.
    level: "SHOULD",
    basis: "derived:RFC7616",
    text: "A correct digest is accepted in every spelling that the standards allow, with the nonce of any challenge and with counts beyond nine.",
    section: "Authentication",
    needs: [{ kind: "digest" }],
    mock: "it takes any credentials",
    stage: "read",
    lane: HANDSHAKES,
    on: shownOn("listAlertConfigs"),
    cases: (context) => [
      ...TOGETHER.map((spelling) => together(context, spelling)),
      ...(context.operation.query.some(({ name }) => name === "pretty") ? [inSmallHexadecimal(context)] : []),
      afterRefusal(context),
      counted(context),
    ],
  }),
];
