import { gzipSync } from "node:zlib";
import { type Answer, answered, type Exchange, type HeaderList, headerValue } from "@plumbline/client";

/** An answered exchange in the parts that writers of archives need. */
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
  /** Bytes of the body before compression, and as transferred. */
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
 * A session as a client records it that answers challenges by itself and shows only the last answer to each request,
 * without credentials: an answered challenge does not appear.
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

/** Fields in the form of HAR. */
export const listed = (pairs: HeaderList): readonly object[] => pairs.map(([name, value]) => ({ name, value }));

/** The parameters of an address in the form of HAR. */
export const queryOf = (url: string): readonly object[] => listed([...new URL(url).searchParams]);

export const typeOf = (headers: HeaderList): string => headerValue(headers, "content-type") ?? "";

export const isoOf = (moment: number): string => new Date(moment).toISOString();
