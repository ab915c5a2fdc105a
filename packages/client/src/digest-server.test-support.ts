import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveHttp } from "./server.test-support.ts";

export interface DigestServerOptions {
  /** The rule for counts: each at most once, or each higher than the last. @default "bitmap" */
  readonly counts?: "bitmap" | "rising";
  /** Uses of a nonce before it is stale. @default unlimited */
  readonly usesPerNonce?: number;
  /** Says `stale=false` for a nonce without uses left. @default false */
  readonly hidesStale?: boolean;
  /** All clients get the same nonce, until this many requests have used it. */
  readonly rotatesAfter?: number;
  /** The same nonce in every challenge. */
  readonly fixedNonce?: string;
  /** Milliseconds before the answer to an accepted request; varied, so that answers overtake each other. */
  readonly delay?: () => number;
  /** Text before the challenge of this server. */
  readonly alsoOffers?: string;
  /** Sent with every accepted request. */
  readonly nextNonce?: () => string;
  /** Answers accepted requests. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** The observations of a strict server; `violations` names every count that it had to refuse. */
export interface DigestServer {
  readonly origin: string;
  readonly seen: { challenges: number; accepted: number; refused: number; largestCount: number; violations: string[] };
  readonly nonces: Map<string, Set<number>>;
}

const USER = { username: "abcdefgh", password: 'pa"ss\\wörd' };
export const digestUser = { scheme: "digest", label: "main", ...USER } as const;

/** A server with its own verification of digests, which shares no code with the client. */
export async function serveDigest(options: DigestServerOptions = {}): Promise<DigestServer> {
  const nonces = new Map<string, Set<number>>();
  const seen: DigestServer["seen"] = { challenges: 0, accepted: 0, refused: 0, largestCount: 0, violations: [] };
  let [current, brought] = ["rotating-0", 0];
  const challenge = (response: ServerResponse, stale: boolean): void => {
    seen.challenges++;
    const nonce = options.fixedNonce ?? (options.rotatesAfter ? current : randomBytes(12).toString("base64"));
    if (!nonces.has(nonce)) nonces.set(nonce, new Set());
    const own = `Digest realm="a \\"quoted\\" realm", nonce="${nonce}", algorithm=MD5, qop="auth", stale=${stale}`;
    response.writeHead(401, { "www-authenticate": options.alsoOffers ? `${options.alsoOffers}, ${own}` : own });
    response.end("{}");
  };
  const origin = await serveHttp((request, response) => {
    const fields = fieldsOf(request.headers.authorization ?? "");
    const counts = nonces.get(fields.get("nonce") ?? "");
    if (request.headers.authorization === undefined) return challenge(response, false);
    if (options.rotatesAfter) {
      const isOld = fields.get("nonce") !== current;
      brought++;
      if (brought % options.rotatesAfter === 0) current = `rotating-${brought}`;
      if (isOld) return challenge(response, options.hidesStale !== true);
    }
    if (fields.get("response") !== expected(request, fields)) {
      seen.refused++;
      return challenge(response, false);
    }
    const count = Number.parseInt(fields.get("nc") ?? "", 16);
    if (counts === undefined || counts.size >= (options.usesPerNonce ?? Number.POSITIVE_INFINITY)) {
      return challenge(response, options.hidesStale !== true);
    }
    if (counts.has(count)) seen.violations.push(`nc ${count} used twice`);
    if (options.counts === "rising" && count <= Math.max(0, ...counts)) seen.violations.push(`nc ${count} too late`);
    counts.add(count);
    seen.accepted++;
    seen.largestCount = Math.max(seen.largestCount, count);
    if (options.nextNonce) {
      const next = options.nextNonce();
      nonces.set(next, new Set());
      response.setHeader("authentication-info", `qop=auth, nextnonce="${next}"`);
    }
    setTimeout(() => {
      if (options.answer) options.answer(request, response);
      else response.end('{"ok":true}');
    }, options.delay?.() ?? 0);
    return undefined;
  });
  return { origin, seen, nonces };
}

function fieldsOf(authorization: string): Map<string, string> {
  const found = authorization.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,\s]*))/g);
  return new Map(
    [...found].map(([, name = "", quoted, bare]) => [name, quoted?.replace(/\\(.)/g, "$1") ?? bare ?? ""]),
  );
}

function expected({ method, url }: IncomingMessage, fields: Map<string, string>): string {
  if (fields.get("uri") !== url) return "never";
  const field = (name: string): string => fields.get(name) ?? "";
  const first = md5(`${USER.username}:a "quoted" realm:${USER.password}`);
  const second = md5(`${method}:${url}`);
  return md5(`${first}:${field("nonce")}:${field("nc")}:${field("cnonce")}:${field("qop")}:${second}`);
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
