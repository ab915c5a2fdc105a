import { answered, type Connection, connect, type Exchange } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";
import { pathPrefix } from "@plumbline/schemas";
import { speaksHttp2 } from "./http2-only.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { type Asked, isForeign, isOtherProtocol, otherScheme, redirected, type WrongAddress } from "./wrong-address.ts";

/** The paths of the two questions, below the prefix of a version; the second path does not exist on any server. */
const PATHS = ["/", "/nothing-is-here"] as const;

/** Milliseconds for an answer; slower servers are left to the run. */
const WITHIN = 3_000;

const HTTP2 =
  "it speaks only HTTP/2, and a run speaks HTTP/1.1: enable HTTP/1.1 on the server, or use a proxy that speaks it";

/** The parts of an opened target that a question needs. */
export type Knocked = Pick<OpenedTarget, "connection"> & {
  readonly target: Pick<Target, "baseUrl" | "contract" | "versions">;
};

/**
 * Asks at the address of a target, without credentials and before anything is judged, whether it is that of the
 * interface. Returns the reason if it is not. A server that does not answer is left to the run, and so is every answer
 * except redirects and signs of another protocol.
 */
export async function knock(opened: Knocked, signal?: AbortSignal): Promise<WrongAddress | undefined> {
  const { baseUrl } = opened.target;
  const line = lineTo(baseUrl, opened);
  try {
    const first = await ask(line, opened, PATHS[0], signal);
    if (isForeign(first.exchange)) return await spokenOtherwise(first.exchange, opened, signal);
    if (redirected(baseUrl, [first]) === undefined) return undefined;
    return redirected(baseUrl, [first, await ask(line, opened, PATHS[1], signal)]);
  } finally {
    line.close();
  }
}

/** The answer to the first of these questions within a number of milliseconds, or the fault. */
export async function answerOf(opened: Knocked, withinMs: number, signal?: AbortSignal): Promise<Exchange> {
  const line = lineTo(opened.target.baseUrl, opened);
  try {
    return (await ask(line, opened, PATHS[0], signal, withinMs)).exchange;
  } finally {
    line.close();
  }
}

const lineTo = (baseUrl: string, { connection }: Pick<OpenedTarget, "connection">): Connection =>
  connect({ ...connection, origins: [baseUrl], connections: 1, markRequests: false });

async function ask(
  line: Connection,
  { target }: Knocked,
  end: string,
  signal?: AbortSignal,
  withinMs = WITHIN,
): Promise<Asked> {
  const path = prefixOf(target) + end;
  const exchange = await line.send({ method: "GET", url: target.baseUrl + path, withinMs, ...(signal && { signal }) });
  return { path, exchange };
}

const prefixOf = ({ contract, versions: [version = "2"] }: Knocked["target"]): string =>
  pathPrefix(version, contract.profile.product);

/** Finds the protocol of a server that did not understand the request, or whose answer could not be understood. */
async function spokenOtherwise(
  seen: Exchange,
  opened: Knocked,
  signal: AbortSignal | undefined,
): Promise<WrongAddress | undefined> {
  const { baseUrl } = opened.target;
  const { proxies } = opened.connection;
  if (isOtherProtocol(seen)) return { why: HTTP2 };
  // An untrusted certificate shows that https is right; the run says what to do about it.
  if (/^https:/i.test(baseUrl) && !isNoTls(seen)) return undefined;
  const right = otherScheme(baseUrl);
  const other = lineTo(right, opened);
  try {
    const there = await ask(other, { ...opened, target: { ...opened.target, baseUrl: right } }, PATHS[0], signal);
    if (answersAsServer(there.exchange, right)) return { why: `it speaks ${right.split(":")[0]}`, right };
    if (isOtherProtocol(there.exchange)) return { why: `it speaks https, and ${HTTP2}` };
  } finally {
    other.close();
  }
  const isPlain = proxies === undefined && !answered(seen) && !/^https:/i.test(baseUrl);
  return isPlain && (await speaksHttp2(baseUrl)) ? { why: HTTP2 } : undefined;
}

/** OpenSSL's messages for bytes that are no TLS, and for a connection that ends in the middle of a handshake. */
const isNoTls = ({ response }: Exchange): boolean =>
  "fault" in response && /WRONG_VERSION_NUMBER|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|ECONNRESET/.test(response.message);

/** Over https, an untrusted certificate proves as much as an answer. */
function answersAsServer({ response }: Exchange, url: string): boolean {
  if ("status" in response) return response.status !== 400 || /^https:/i.test(url);
  return /^https:/i.test(url) && response.fault === "tls" && /CERT|SELF_SIGNED|UNABLE_TO/.test(response.message);
}
