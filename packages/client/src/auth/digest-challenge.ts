import { type Answer, headerValues } from "../exchange.ts";
import { parseChallenges } from "./challenge.ts";
import type { DigestAlgorithm } from "./digest.ts";

/** A digest challenge that this client can answer. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: DigestAlgorithm;
  /** The challenge names its algorithm, so the answer names it too. */
  readonly named: boolean;
  /** False for the scheme of RFC 2069, which has no qop. */
  readonly auth: boolean;
  readonly opaque?: string;
  readonly stale: boolean;
}

/**
 * The challenge of a 401 that the client answers: MD5 with qop=auth before MD5 without qop before SHA-256. `undefined`
 * if the status is not 401, or if the client supports no offered challenge, for example only auth-int.
 */
export function digestChallenge(answer: Answer): DigestChallenge | undefined {
  if (answer.status !== 401) return undefined;
  const offered = parseChallenges(headerValues(answer.headers, "www-authenticate")).flatMap(
    ({ scheme, parameters }) => {
      const challenge = scheme.toLowerCase() === "digest" ? read(parameters) : undefined;
      return challenge === undefined ? [] : [challenge];
    },
  );
  return offered.toSorted((one, other) => rank(one) - rank(other))[0];
}

function rank({ algorithm, auth }: DigestChallenge): number {
  return (algorithm === "MD5" ? 0 : 2) + (auth ? 0 : 1);
}

function read(parameters: ReadonlyMap<string, string>): DigestChallenge | undefined {
  const nonce = parameters.get("nonce");
  const algorithm = (parameters.get("algorithm") ?? "MD5").toUpperCase();
  const qop = parameters.get("qop");
  const auth = qop?.split(",").some((one) => one.trim().toLowerCase() === "auth") ?? false;
  if (nonce === undefined || (qop !== undefined && !auth)) return undefined;
  if (algorithm !== "MD5" && algorithm !== "SHA-256") return undefined;
  const opaque = parameters.get("opaque");
  return {
    realm: parameters.get("realm") ?? "",
    nonce,
    algorithm,
    named: parameters.has("algorithm"),
    auth,
    stale: parameters.get("stale")?.toLowerCase() === "true",
    ...(opaque !== undefined && { opaque }),
  };
}
