import { gzipSync } from "node:zlib";
import { type Answer, answered, type Exchange, type HeaderList, headerValue } from "@plumbline/client";

/** An exchange that was answered, in the parts that writers of archives put together. */
export interface Parts {
  readonly method: string;
  readonly url: string;
  readonly began: number;
  readonly time: number;
  readonly asked: HeaderList;
  readonly sent: string | undefined;
  readonly status: number;
  readonly said: HeaderList;
  readonly text: string;
  /** Bytes of the body as it was, and as it passed. */
  readonly size: number;
  readonly onWire: number;
  readonly isPacked: boolean;
}

export const partsOf = (exchange: Exchange): readonly Parts[] =>
  answered(exchange) ? [ofAnswered(exchange, exchange.response)] : [];

function ofAnswered({ request, startedAt, milliseconds }: Exchange, response: Answer): Parts {
  const isPacked = headerValue(response.headers, "content-encoding") === "gzip";
  return {
    method: request.method,
    url: request.url,
    began: startedAt,
    time: milliseconds,
    asked: request.headers,
    sent: request.body,
    status: response.status,
    said: response.headers,
    text: response.body,
    size: response.bodyBytes,
    onWire: isPacked ? gzipSync(response.body).length : response.bodyBytes,
    isPacked,
  };
}

/**
 * What is left of a session where the client answers challenges by itself, and shows how each request ended and not who it
 * was signed by: a challenge that was answered is not seen.
 */
export function withoutHandshakes(all: readonly Parts[]): readonly Parts[] {
  return all
    .filter((one, index) => one.status !== 401 || !isSigned(all[index + 1], one))
    .map((one) => ({ ...one, asked: one.asked.filter(([name]) => name.toLowerCase() !== "authorization") }));
}

const isSigned = (next: Parts | undefined, one: Parts): boolean =>
  next !== undefined &&
  next.url === one.url &&
  next.method === one.method &&
  headerValue(next.asked, "authorization") !== undefined &&
  headerValue(one.asked, "authorization") === undefined;

/** Fields as HAR lists them. */
export const listed = (pairs: HeaderList): readonly object[] => pairs.map(([name, value]) => ({ name, value }));

/** The parameters of an address as HAR lists them. */
export const queryOf = (url: string): readonly object[] => listed([...new URL(url).searchParams]);

export const typeOf = (headers: HeaderList): string => headerValue(headers, "content-type") ?? "";

export const isoOf = (moment: number): string => new Date(moment).toISOString();
