import { createHash } from "node:crypto";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";
import type { Variant } from "./variant.ts";
import { answering } from "./variant.ts";

const NONCE = /\bDigest\b.*?\bnonce="?([^",\s]+)/i;
const COUNT = /\bnc="?([0-9a-f]{8})/i;
const OPAQUE = "5ccc069c403ebaf9f0171e9517f40e41";
/** Names of parameters are case-insensitive (RFC 9110, section 11.2). */
const GIVEN_BACK = new RegExp(`\\bopaque="${OPAQUE}"`, "i");

/** A parameter with its value, which may be a quoted text with commas. */
const PARAMETER = /[\w-]+="?(?:(?<=")(?:\\.|[^"\\])*"|[^\s,"]+)/;
const DIGEST = new RegExp(`Digest +${PARAMETER.source}(?:[ \\t]*,[ \\t]*${PARAMETER.source})*`, "i");

/** Rewrites the digest challenge of the main interface, without changing schemes that another variant added. */
const challenges =
  (change: (value: string) => string) =>
  ({ challenge }: Behaviour): Partial<Behaviour> => ({
    challenge: (realm, nonce, stale) => {
      const value = challenge(realm, nonce, stale);
      return value?.replace(DIGEST, change);
    },
  });

const lives = (uses: number) => (): Partial<Behaviour> => ({ nonceUses: () => uses });

/** Additional schemes, in separate header lines. */
const alsoOffers = (before: readonly string[], after: readonly string[]): Edge =>
  answering((answer) => {
    const own = [answer.headers["WWW-Authenticate"] ?? []].flat();
    return own.some((value) => /digest/i.test(value))
      ? { ...answer, headers: { ...answer.headers, "WWW-Authenticate": [...before, ...own, ...after] } }
      : answer;
  });

/** Accepts only digest credentials that return the opaque value (RFC 7616, section 3.4). */
const wantsOpaque: Edge = (request, serve) => {
  const given = request.header("authorization");
  const good = given === undefined || !/^digest/i.test(given) || GIVEN_BACK.test(given);
  return serve(
    good ? request : { ...request, header: (name) => (name === "authorization" ? undefined : request.header(name)) },
  );
};

/** Reads the body early if a digest covers it. */
const readsEntity: Edge = async (request, serve) => {
  if (!/\bqop="?auth-int/i.test(request.header("authorization") ?? "")) return serve(request);
  const reading = await request.body();
  const bytes = reading.kind === "bytes" ? reading.bytes : new Uint8Array();
  const entityHash = createHash("md5").update(bytes).digest("hex");
  return serve({ ...request, entityHash, body: async () => reading });
};

/** One nonce at a time, valid until five requests have used it. */
const rotates = ({ behaviour }: Service): Edge => {
  let current: string | undefined;
  let brought = 0;
  const fixed = answering((answer) => {
    const own = [answer.headers["WWW-Authenticate"] ?? []].flat();
    const issued = own.map((value) => NONCE.exec(value)?.[1]).find((nonce) => nonce !== undefined);
    if (issued === undefined) return answer;
    current ??= issued;
    const nonce = current;
    const [one = "", ...others] = own.map((value) => value.replace(issued, nonce));
    const offered = others.length === 0 ? one : [one, ...others];
    return { ...answer, headers: { ...answer.headers, "WWW-Authenticate": offered } };
  });
  return (request, serve) => {
    const given = NONCE.exec(request.header("authorization") ?? "")?.[1];
    if (given === undefined) return fixed(request, serve);
    const old = given !== current;
    brought += 1;
    const count = Number.parseInt(COUNT.exec(request.header("authorization") ?? "")?.[1] ?? "0", 16);
    if (brought % 5 === 0 || (!old && count > behaviour.nonceUses())) current = undefined;
    const header = (name: string): string | undefined => (name === "authorization" ? undefined : request.header(name));
    return fixed(old ? { ...request, header } : request, serve);
  };
};

/** Other forms of the digest challenge and of nonces, which RFC 7616 allows. */
export const authVariants: readonly Variant[] = [
  {
    id: "challenge-bare",
    text: "The challenge quotes nothing but the realm.",
    change: challenges((value) => value.replace(/(nonce|qop)="([^"]*)"/g, "$1=$2")),
  },
  {
    id: "challenge-quoted",
    text: "The challenge quotes every value.",
    change: challenges((value) => value.replace(/(algorithm|stale)=(\w+)/g, '$1="$2"')),
  },
  {
    id: "challenge-loose",
    text: "The challenge has capitals, blanks around its commas and another order.",
    change: challenges((value) => {
      const parameters = [...value.slice("Digest ".length).matchAll(new RegExp(PARAMETER, "g"))].map(([one]) =>
        one.replace(/^[\w-]+/, (name) => name.toUpperCase()),
      );
      return `DIGEST  ${parameters.reverse().join(" ,\t ")}`;
    }),
  },
  {
    id: "challenge-escapes",
    text: "The challenge writes letters of the realm as quoted pairs.",
    change: challenges((value) => value.replace(/realm="C/, 'realm="\\C')),
  },
  {
    id: "challenge-opaque",
    text: "The challenge has an opaque value that credentials must give back, and a domain.",
    change: challenges((value) => `${value}, opaque="${OPAQUE}", domain="/api"`),
    edge: () => wantsOpaque,
  },
  {
    id: "challenge-unknown-parameters",
    text: "The challenge has parameters that no standard defines, and a charset.",
    change: challenges((value) => `${value}, charset=UTF-8, userhash=false, x-hint="a, b=\\"c\\""`),
  },
  {
    id: "challenge-auth-int",
    text: "The challenge offers qop=auth-int besides auth.",
    change: (behaviour) => ({
      ...challenges((value) => value.replace(/(qop)="?auth"?/i, '$1="auth,auth-int"'))(behaviour),
      offered: (offer) => behaviour.offered(offer.qop === "auth-int" ? { ...offer, qop: "auth" } : offer),
    }),
    edge: () => readsEntity,
  },
  {
    id: "challenges-in-one-header",
    text: "One header offers Bearer, Digest and Negotiate.",
    change: challenges((value) => `Bearer realm="tokens, and more", scope="a b", ${value}, Negotiate`),
  },
  {
    id: "challenges-in-several-headers",
    text: "Three headers offer Negotiate, Digest and Bearer.",
    edge: () => alsoOffers(["Negotiate"], ['Bearer realm="tokens"']),
  },
  {
    id: "challenge-basic-besides",
    text: "A second header names the Basic scheme.",
    edge: () => alsoOffers(['Basic realm="API"'], []),
  },
  { id: "nonce-once", text: "A nonce becomes stale after its first use.", change: lives(1) },
  { id: "nonce-thrice", text: "A nonce becomes stale after its third use.", change: lives(3) },
  {
    id: "nonce-for-all",
    text: "All callers get the same nonce, which changes every five requests; an old nonce is refused without stale=true.",
    change: (behaviour) => ({
      ...challenges((value) => value.replace(/\bstale=true/, "stale=false"))(behaviour),
      // Each caller counts for itself.
      nonceAccepted: (standing) => standing === "replayed" || behaviour.nonceAccepted(standing),
    }),
    edge: rotates,
    // These variants need a separate nonce per caller.
    excludes: ["nonce-once", "nonce-thrice", "authentication-info"],
  },
  {
    id: "authentication-info",
    text: "Accepted digests are answered with Authentication-Info and a next nonce.",
    edge: ({ auth }) =>
      answering((answer, request) =>
        answer.status < 300 && /^digest/i.test(request.header("authorization") ?? "")
          ? {
              ...answer,
              headers: { ...answer.headers, "Authentication-Info": `nextnonce="${auth.nonces.issue()}", qop=auth` },
            }
          : answer,
      ),
  },
];
