import type { Exchange, HeaderList } from "@plumbline/client";

export const SERVER = "http://127.0.0.1:9";
export const GROUP = "aaaaaaaaaaaaaaaaaaaaaaaa";

interface More {
  readonly body?: unknown;
  readonly answer?: unknown;
  readonly authorization?: string | null;
  readonly headers?: HeaderList;
  /** Milliseconds since the first exchange. */
  readonly at?: number;
}

export const KEY = 'Digest username="mainkey", realm="r", nonce="n", uri="/", response="x"';

/** Builds exchanges like those of a foreign client, one second apart by default. */
export function traffic(): (method: string, path: string, status: number, more?: More) => Exchange {
  let count = 0;
  return (method, path, status, { body, answer = {}, authorization = KEY, headers = [], at } = {}) => {
    count += 1;
    const text = status === 204 ? "" : JSON.stringify(answer);
    return {
      id: String(count),
      request: {
        method,
        url: `${SERVER}${path}`,
        headers: [
          ...(headers.some(([name]) => name === "accept") ? [] : [["accept", "application/json"] as const]),
          ...(authorization === null ? [] : [["authorization", authorization] as const]),
          ...(body === undefined ? [] : [["content-type", "application/json"] as const]),
          ...headers,
        ],
        ...(body !== undefined && { body: JSON.stringify(body) }),
        credential: { scheme: "none" },
      },
      response: {
        status,
        headers: [["content-type", "application/json"]],
        body: text,
        bodyBytes: text.length,
        invalidUtf8: false,
        json: answer,
      },
      startedAt: at ?? count * 1_000,
      milliseconds: 1,
    };
  };
}
