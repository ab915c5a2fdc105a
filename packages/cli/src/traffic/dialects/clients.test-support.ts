import { headerValue, parseJson } from "@plumbline/client";
import { isoOf, listed, type Parts, queryOf, typeOf, withoutHandshakes } from "./parts.test-support.ts";

/**
 * Kong/insomnia, packages/insomnia/src/common/har.ts: parameters are in `queryString` and not in the address, every
 * request has `postData`, sizes are unknown, all entries have the time of the export, and curl answers challenges.
 */
export function insomnia(session: readonly Parts[]): object {
  const entries = withoutHandshakes(session).map((one) => ({
    startedDateTime: isoOf(session[0]?.began ?? 0),
    time: one.time,
    request: {
      method: one.method,
      url: one.url.split("?")[0],
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.asked),
      queryString: queryOf(one.url),
      postData: { mimeType: typeOf(one.asked), text: one.sent ?? "" },
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.said),
      content: { size: one.size, mimeType: typeOf(one.said), text: one.text },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait: one.time, receive: 0, ssl: -1 },
    comment: "a request",
  }));
  const creator = { name: "Insomnia REST Client", version: "insomnia.desktop.app:v11.0.0" };
  return { log: { version: "1.2", creator, entries } };
}

/**
 * axios-har-tracker 0.8.0 of npm, dist/axios-har-tracker.js: methods are in lower case, a body that was parsed as JSON
 * is serialised again, sizes count characters, and requests have `content` too. The user lets axios sign requests, so
 * no challenge appears.
 */
export function axiosHarTracker(session: readonly Parts[]): object {
  const entries = withoutHandshakes(session).map((one) => {
    const json = parseJson(one.text);
    const text = json === undefined ? one.text : JSON.stringify(json);
    const gone = ["content-encoding", "content-length"];
    return {
      startedDateTime: isoOf(one.began),
      time: Math.round(one.time),
      cache: {},
      timings: { blocked: -1, dns: -1, ssl: -1, connect: -1, send: 10, wait: 10, receive: 10, _blocked_queueing: -1 },
      request: {
        method: one.method.toLowerCase(),
        url: one.url,
        httpVersion: "HTTP/1.1",
        cookies: [],
        headers: listed(one.asked),
        queryString: queryOf(one.url),
        headersSize: -1,
        bodySize: one.sent === undefined ? 0 : JSON.stringify(one.sent).length,
        content: { size: one.sent?.length ?? 0, mimeType: typeOf(one.asked) || "text/html", text: one.sent ?? "" },
        ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), text: one.sent } }),
      },
      response: {
        status: one.status,
        statusText: "",
        headers: listed(one.said.filter(([name]) => !gone.includes(name.toLowerCase()))),
        startedDateTime: isoOf(one.began),
        time: null,
        httpVersion: "HTTP/1.1",
        cookies: [],
        bodySize: text === "" ? 0 : JSON.stringify(json ?? text).length,
        redirectURL: "",
        headersSize: -1,
        content: { size: text.length, mimeType: typeOf(one.said) || "text/html", text },
      },
    };
  });
  return { log: { version: "1.2", creator: { name: "axios-har-tracker", version: "0.1.0" }, pages: [], entries } };
}

/**
 * The collection format v2.1.0 (schema.getpostman.com/json/collection/v2.1.0/collection.json), with the members of
 * exported collections: answers below the request from which they were saved; bodies formatted by the app; the address
 * in parts next to `raw`; none of the fields that the app adds; credentials in `auth` of the collection.
 */
export function postman(session: readonly Parts[]): object {
  const item = withoutHandshakes(session).map((one, index) => {
    const [place = "", query] = one.url.replace(/^https?:\/\/[^/]+/, "").split("?");
    const json = parseJson(one.text);
    const request = {
      method: one.method,
      header: one.asked
        .filter(([name]) => ["accept", "content-type"].includes(name.toLowerCase()))
        .map(([key, value]) => ({ key, value })),
      ...(one.sent !== undefined && {
        body: { mode: "raw", raw: one.sent, options: { raw: { language: "json" } } },
      }),
      url: {
        raw: `{{baseUrl}}${place}${query === undefined ? "" : `?${query}`}`,
        host: ["{{baseUrl}}"],
        path: place.slice(1).split("/"),
        ...(query !== undefined && {
          query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })),
        }),
      },
    };
    return {
      name: `request ${index}`,
      request,
      response: [
        {
          name: "saved",
          originalRequest: request,
          status: "",
          code: one.status,
          _postman_previewlanguage: "json",
          header: one.said.map(([key, value]) => ({ key, value })),
          cookie: [],
          body: json === undefined ? one.text : JSON.stringify(json, undefined, 4),
        },
      ],
    };
  });
  const host = headerValue(session[0]?.asked ?? [], "host") ?? new URL(session[0]?.url ?? "").host;
  return {
    info: { name: "session", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: [{ name: "a folder", item }],
    auth: { type: "digest", digest: [{ key: "username", value: "{{publicKey}}" }] },
    variable: [{ key: "baseUrl", value: `http://${host}` }],
  };
}
