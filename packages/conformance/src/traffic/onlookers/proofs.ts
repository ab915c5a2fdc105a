import { answered, type Credential, type Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { refused, wasAccepted } from "../../ground/answers.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Target } from "../../target/target.ts";
import { challengeIn, type DigestHeader, digestHeaderOf, isProvenBy } from "../digest-header.ts";
import type { Passed } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const NOT_STALE = "AUTH-CHALLENGE-NOT-STALE";
const WRONG_SECRET = "AUTH-DIGEST-WRONG-SECRET";
const WRONG_WRITES = "AUTH-DIGEST-WRONG-WRITES";
const WITHOUT_QUERY = "AUTH-DIGEST-TAMPER-URI-QUERY";

/** Milliseconds after its challenge in which a nonce cannot become stale. */
const FRESH = 5_000;
/** How many answers must break a requirement before it counts as the server's fault. */
const OFTEN = 2;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type DigestKey = Extract<Credential, { readonly scheme: "digest" }>;

type Verdicts = readonly (readonly [requirement: string, judgement: Judgement])[];

/** A nonce from a challenge. */
interface Issued {
  readonly realm: string;
  /** The time of the challenge, in milliseconds since the epoch. */
  readonly at: number;
  isUsed: boolean;
}

/**
 * * Checks digests with the secrets of the target file: the server must refuse a wrong digest, and must not call its
 * fresh nonce stale. A secret counts as correct once the server has accepted a digest made with it. A recording holds
 * no proofs, so requirements that need a proof are never reported as upheld: a correct server gets the same report from
 * live and from recorded traffic.
 */
export function proofs({ credentials }: Target): Onlooker {
  const keys = new Map<string, DigestKey>();
  const { main, noRole, otherProject, byRole = {} } = credentials;
  for (const key of [main, noRole, otherProject, ...Object.values(byRole)])
    if (key?.scheme === "digest" && key.madeUp === undefined) keys.set(key.username, key);
  const nonces = new Bounded<Issued>(2_000);
  /** The user names of keys whose secret in the file is correct. */
  const confirmed = new Set<string>();
  const breaches = new Map<string, number>();
  const see = (passed: Passed): readonly Found[] => {
    const { exchange, recognised } = passed;
    const header = digestHeaderOf(exchange);
    const isOfMain = recognised.route.version !== "standalone";
    const found = header === undefined || !isOfMain ? [] : told(passed, judged(passed, header));
    remember(passed);
    return found;
  };
  return { decides: [NOT_STALE, WRONG_SECRET, WRONG_WRITES, WITHOUT_QUERY], see };

  function judged(passed: Passed, header: DigestHeader): Verdicts {
    const { exchange, call } = passed;
    const { method } = exchange.request;
    const issued = nonces.get(header.nonce);
    const isFirst = issued?.isUsed === false;
    if (issued !== undefined) issued.isUsed = true;
    const key = keys.get(header.username);
    const { proof } = header;
    if (key === undefined || proof === undefined || isProvenBy(header, proof, method, key)) {
      if (key !== undefined && proof !== undefined && wasAccepted(exchange)) confirmed.add(header.username);
      return ofQuery(passed, header);
    }
    // A digest for another method or realm is wrong for another reason than its secret.
    const isOther = issued?.realm !== header.realm || METHODS.some((one) => isProvenBy(header, proof, one, key));
    if (isOther || !confirmed.has(header.username)) return [];
    if (wasAccepted(exchange)) {
      const rule = isWriteId(call.operation) ? WRONG_WRITES : WRONG_SECRET;
      return [[rule, refused(exchange, "a digest that was not made with the private key")]];
    }
    return isFirst && exchange.startedAt - issued.at <= FRESH ? ofStale(passed) : [];
  }

  function told(passed: Passed, all: Verdicts): readonly Found[] {
    return all.flatMap(([requirement, judgement]): readonly Found[] => {
      const count = (breaches.get(requirement) ?? 0) + (judgement.kind === "holds" ? 0 : 1);
      breaches.set(requirement, count);
      if (judgement.kind !== "holds" && count < OFTEN) return [];
      return [{ requirement, judgement, passed: shownOn(requirement, passed) }];
    });
  }

  function remember({ exchange }: Passed): void {
    const challenge = challengeIn(exchange);
    const [nonce, realm] = [challenge?.get("nonce"), challenge?.get("realm")];
    if (nonce === undefined || realm === undefined || nonces.get(nonce) !== undefined) return;
    nonces.set(nonce, { realm, at: exchange.startedAt + exchange.milliseconds, isUsed: false });
  }
}

/** Judges a digest whose uri equals the request target, but without its query. */
function ofQuery({ exchange }: Passed, { uri }: DigestHeader): Verdicts {
  const target = exchange.request.url.replace(/^[a-z]+:\/\/[^/?]*/i, "");
  const at = target.indexOf("?");
  if (at < 1 || at === target.length - 1 || target.slice(0, at) !== uri) return [];
  if (isTurnedAway(exchange)) return [[WITHOUT_QUERY, upheld]];
  return wasAccepted(exchange) ? [[WITHOUT_QUERY, refused(exchange, "a uri without the query of the request")]] : [];
}

/** Judges the answer to a wrong digest with a nonce that was issued just before and not used yet. */
function ofStale({ exchange }: Passed): Verdicts {
  const challenge = isTurnedAway(exchange) ? challengeIn(exchange) : undefined;
  if (challenge === undefined) return [];
  const stale = challenge.get("stale")?.toLowerCase();
  if (stale !== "true") return [];
  const judgement = broken("stale=false for a wrong key with a nonce that was issued just before", "stale=true");
  return [[NOT_STALE, decidedBy(judgement, "header WWW-Authenticate", exchange)]];
}

const isTurnedAway = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 401;

/** Two of the requirements exist for every operation. The others are reported on one operation. */
const shownOn = (requirement: string, passed: Passed): Passed =>
  requirement === WRONG_WRITES || requirement === WRONG_SECRET
    ? passed
    : { ...passed, call: { ...passed.call, operation: "listAlertConfigs" } };
