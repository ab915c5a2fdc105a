import { isoOf, listed, type Parts, queryOf, typeOf } from "./parts.test-support.ts";

const FORM = "application/x-www-form-urlencoded";

/**
 * httprunner/har2case, tests/data/demo-quickstart.har, written by Charles 4.2.1: JSON is in base64 and decoded although
 * Content-Encoding remains, `redirectURL` is null, a form has `params` and no text, and `_charlesStatus` says how an
 * answer ended.
 */
export function charles(session: readonly Parts[]): object {
  const entries = session.map((one) => ({
    startedDateTime: isoOf(one.began + 7_200_000).replace("Z", "+02:00"),
    time: Math.round(one.time),
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.asked),
      queryString: queryOf(one.url),
      ...(one.sent !== undefined && {
        postData:
          typeOf(one.asked) === FORM
            ? { mimeType: FORM, params: listed([...new URLSearchParams(one.sent)]) }
            : { mimeType: typeOf(one.asked), text: one.sent },
      }),
      headersSize: 299,
      bodySize: Buffer.byteLength(one.sent ?? ""),
    },
    response: {
      _charlesStatus: "COMPLETE",
      status: one.status,
      statusText: null,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.said),
      content: {
        size: one.size,
        ...(one.isPacked && { compression: one.size - one.onWire }),
        mimeType: typeOf(one.said) || null,
        ...(one.text !== "" && { text: Buffer.from(one.text).toString("base64"), encoding: "base64" }),
      },
      redirectURL: null,
      headersSize: 175,
      bodySize: one.onWire,
    },
    serverIPAddress: "127.0.0.1",
    cache: {},
    timings: { dns: 1, connect: 0, ssl: -1, send: 0, wait: Math.round(one.time), receive: 1 },
  }));
  return { log: { version: "1.2", creator: { name: "Charles Proxy", version: "4.2.1" }, entries } };
}

/**
 * janodvarko/harviewer, selenium/tests/hars/issue-61/ie11.fiddler.har, and httprunner/har2case, issue 6: every request
 * has `postData` with an empty text; a form has `params` and no text; times have seven decimals; the creator comes
 * last; the file begins with a byte order mark, which the corpus of Har Storage removes.
 */
export function fiddler(session: readonly Parts[]): object {
  const entries = session.map((one) => ({
    pageref: "0",
    time: Math.round(one.time),
    connection: "ClientPort:19719;EgressPort:19742",
    request: {
      headersSize: 361,
      postData:
        one.sent !== undefined && typeOf(one.asked) === FORM
          ? { params: listed([...new URLSearchParams(one.sent)]), mimeType: FORM }
          : { text: one.sent ?? "", mimeType: typeOf(one.asked) },
      queryString: queryOf(one.url),
      headers: listed(one.asked),
      bodySize: Buffer.byteLength(one.sent ?? ""),
      url: one.url,
      cookies: [],
      method: one.method,
      httpVersion: "HTTP/1.1",
    },
    timings: { blocked: -1, ssl: 0, receive: 0, wait: Math.round(one.time), dns: 0, send: 0, connect: 0 },
    response: {
      headersSize: 584,
      bodySize: one.onWire,
      statusText: "OK",
      redirectURL: "",
      status: one.status,
      httpVersion: "HTTP/1.1",
      cookies: [],
      content: { compression: one.size - one.onWire, text: one.text, size: one.size, mimeType: typeOf(one.said) },
      headers: listed(one.said),
    },
    startedDateTime: isoOf(one.began).replace("Z", "1474+00:00"),
    cache: {},
  }));
  return {
    log: { pages: null, comment: "exported", entries, creator: { name: "Fiddler", version: "4.6.2" }, version: "1.2" },
  };
}

/**
 * mitmproxy/mitmproxy, mitmproxy/addons/savehar.py (10.1 and later): `size` is that of the compressed body, and
 * `compression` the difference to the text; writes have `postData` with `params`, and timings may be null.
 */
export function mitmproxy(session: readonly Parts[]): object {
  const entries = session.map((one) => ({
    startedDateTime: isoOf(one.began).replace("Z", "000+00:00"),
    time: one.time,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.asked),
      queryString: queryOf(one.url),
      headersSize: 320,
      bodySize: Buffer.byteLength(one.sent ?? ""),
      ...(["POST", "PUT", "PATCH"].includes(one.method) && {
        postData: { mimeType: typeOf(one.asked), text: one.sent ?? "", params: [] },
      }),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.said),
      content: {
        size: one.onWire,
        compression: one.size - one.onWire,
        mimeType: typeOf(one.said),
        text: one.text,
      },
      redirectURL: "",
      headersSize: 300,
      bodySize: one.onWire,
    },
    cache: {},
    timings: { connect: null, ssl: null, send: 0, receive: 0, wait: one.time },
    serverIPAddress: "127.0.0.1",
  }));
  const creator = { name: "mitmproxy", version: "10.1.0", comment: "" };
  return { log: { version: "1.2", creator, pages: [], entries } };
}

/**
 * httptoolkit/httptoolkit-ui, src/model/http/har.ts: fields with the same name are merged, cookies are not listed, and
 * `postData` is missing without a body.
 */
export function httpToolkit(session: readonly Parts[]): object {
  const entries = session.map((one) => ({
    pageref: "Node.js",
    startedDateTime: isoOf(one.began).replace("Z", "+00:00"),
    time: one.time,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed([...new Map(one.asked)]),
      queryString: queryOf(one.url),
      ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), text: one.sent, params: [] } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(one.sent ?? ""),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed([...new Map(one.said)]),
      content: { mimeType: typeOf(one.said) || "application/octet-stream", size: one.size, text: one.text },
      redirectURL: "",
      headersSize: -1,
      bodySize: one.onWire,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: one.time, receive: 0 },
  }));
  return { log: { version: "1.2", creator: { name: "HTTP Toolkit", version: "1.20.0" }, pages: [], entries } };
}
