import { answered, type Connection, connect, type Exchange } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";
import { pathPrefix } from "@plumbline/schemas";
import { speaksHttp2 } from "./http2-only.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { type Asked, isForeign, isOtherProtocol, otherScheme, redirected, type WrongAddress } from "./wrong-address.ts";

/** What is asked for at first, and what then, each below the versions' prefix: the second is nowhere. */
const PATHS = ["/", "/nothing-is-here"] as const;

/** Milliseconds for an answer: what takes longer is the business of the run. */
const WITHIN = 3_000;

const HTTP2 =
  "it speaks only HTTP/2, and a run speaks HTTP/1.1: enable HTTP/1.1 on the server, or use a proxy that speaks it";

/** What it takes to ask at an address. */
export type Knocked = Pick<OpenedTarget, "connection"> & {
  readonly target: Pick<Target, "baseUrl" | "contract" | "versions">;
};

/**
 * Asks at the address of a target, as nobody and before anything is judged, whether it is that of the interface at all; returns
 * why it is not. What does not answer, and what answers anything but a redirect, is left to the run.
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

/** What an address answers to the first of these questions within so many milliseconds, or why it does not. */
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

/** What a server speaks that understood nothing, or was not understood. */
async function spokenOtherwise(
  seen: Exchange,
  opened: Knocked,
  signal: AbortSignal | undefined,
): Promise<WrongAddress | undefined> {
  const { baseUrl } = opened.target;
  const { proxies } = opened.connection;
  if (isOtherProtocol(seen)) return { why: HTTP2 };
  // A certificate that is not trusted is one of https: the run says what to do about it.
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

/** OpenSSL's words for bytes that are no TLS, and for an end in the middle of it. */
const isNoTls = ({ response }: Exchange): boolean =>
  "fault" in response && /WRONG_VERSION_NUMBER|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|ECONNRESET/.test(response.message);

/** Over https a certificate that is not trusted proves as much as an answer. */
function answersAsServer({ response }: Exchange, url: string): boolean {
  if ("status" in response) return response.status !== 400 || /^https:/i.test(url);
  return /^https:/i.test(url) && response.fault === "tls" && /CERT|SELF_SIGNED|UNABLE_TO/.test(response.message);
}
