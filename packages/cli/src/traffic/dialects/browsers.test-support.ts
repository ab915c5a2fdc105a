import { isoOf, listed, type Parts, queryOf, typeOf, withoutHandshakes } from "./parts.test-support.ts";

const sizeOf = (text: string | undefined): number => Buffer.byteLength(text ?? "");

/**
 * ChromeDevTools/devtools-frontend, front_end/models/har/Log.ts and HARWriter.ts: the transferred size of a body is
 * unknown without the text of the fields, as over HTTP/2; the fragment is cut off; each entry has `_initiator` and
 * `_resourceType`; a body that is no text is in base64.
 */
export function chromium(session: readonly Parts[]): object {
  const entries = withoutHandshakes(session).map((one) => ({
    _initiator: { type: "script" },
    _priority: "High",
    _resourceType: "fetch",
    cache: {},
    connection: "12",
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      headers: listed(one.asked),
      queryString: queryOf(one.url),
      cookies: [],
      headersSize: -1,
      bodySize: sizeOf(one.sent),
      ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), text: one.sent } }),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      headers: listed(one.said),
      cookies: [],
      content: {
        size: one.size,
        mimeType: typeOf(one.said).split(";")[0] || "x-unknown",
        ...(one.text !== "" && { text: one.text }),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
      _transferSize: one.onWire + 200,
      _error: null,
      _fetchedViaServiceWorker: false,
    },
    serverIPAddress: "127.0.0.1",
    startedDateTime: isoOf(one.began),
    time: one.time,
    timings: { blocked: -1, dns: -1, ssl: -1, connect: -1, send: 0, wait: one.time, receive: 0, _blocked_queueing: -1 },
  }));
  return { log: { version: "1.2", creator: { name: "WebInspector", version: "537.36" }, pages: [], entries } };
}

/**
 * devtools/client/netmonitor/src/har/har-builder.js of Firefox, and mitmproxy/mitmproxy,
 * examples/contrib/import_har/har_files/firefox.har: times have an offset, entries have `_securityState`, `bodySize` is
 * the size of the whole answer, and `afterRequest` exists if the cache answered.
 */
export function firefox(session: readonly Parts[]): object {
  const entries = withoutHandshakes(session).map((one) => ({
    pageref: "page_1",
    startedDateTime: isoOf(one.began + 7_200_000).replace("Z", "+02:00"),
    request: {
      bodySize: one.sent?.length ?? 0,
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      headers: listed(one.asked),
      cookies: [],
      queryString: queryOf(one.url),
      headersSize: 300,
      ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), params: [], text: one.sent } }),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      headers: listed(one.said),
      cookies: [],
      content: { mimeType: typeOf(one.said), size: one.size, ...(one.text !== "" && { text: one.text }) },
      redirectURL: "",
      headersSize: 200,
      bodySize: one.onWire + 200,
    },
    cache: {},
    timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: one.time, receive: 0 },
    time: one.time,
    _securityState: "insecure",
    serverIPAddress: "127.0.0.1",
    connection: "8080",
  }));
  const writer = { name: "Firefox", version: "111.0.1" };
  return { log: { version: "1.2", creator: writer, browser: writer, pages: [], entries } };
}

/**
 * WebKit/WebKit, Source/WebInspectorUI/UserInterface/Controllers/HARBuilder.js, and mitmproxy/mitmproxy,
 * examples/contrib/import_har/har_files/safari.har: fields with the same name are merged, an empty body has no text,
 * and `_fetchType` names the source of an answer.
 */
export function safari(session: readonly Parts[]): object {
  const entries = withoutHandshakes(session).map((one) => ({
    pageref: "page_0",
    startedDateTime: isoOf(one.began),
    time: one.time,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed([...new Map(one.asked)]),
      queryString: queryOf(one.url),
      headersSize: 216,
      bodySize: sizeOf(one.sent),
      ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), text: one.sent, params: [] } }),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed([...new Map(one.said)]),
      content: {
        size: one.size,
        compression: one.size - one.onWire,
        mimeType: typeOf(one.said).split(";")[0] || "x-unknown",
        ...(one.text !== "" && { text: one.text }),
      },
      redirectURL: "",
      headersSize: 180,
      bodySize: one.onWire,
      _transferSize: one.onWire + 180,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: one.time, receive: 0 },
    _fetchType: "Network Load",
  }));
  return { log: { version: "1.2", creator: { name: "WebKit Web Inspector", version: "1.0" }, pages: [], entries } };
}

/**
 * microsoft/playwright, packages/playwright-core/src/server/har/harTracer.ts, with `content: "embed"`: bodies of types
 * that it does not know as text, such as vendor types, are in base64; a request without a body has no `postData`.
 */
export function playwright(session: readonly Parts[]): object {
  const isText = (type: string): boolean =>
    /^(text\/.*?|application\/(json|(x-)?javascript|xml.*?|ecmascript|graphql|x-www-form-urlencoded)|image\/svg(\+xml)?|application\/.*?(\+json|\+xml))(;\s*charset=.*)?$/.test(
      type,
    );
  const entries = withoutHandshakes(session).map((one) => ({
    startedDateTime: isoOf(one.began),
    time: one.time,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.asked),
      queryString: queryOf(one.url),
      headersSize: 250,
      bodySize: sizeOf(one.sent),
      ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), text: one.sent, params: [] } }),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: listed(one.said),
      content: {
        size: one.size,
        mimeType: typeOf(one.said) || "x-unknown",
        compression: Math.max(0, one.size - one.onWire),
        ...(isText(typeOf(one.said))
          ? { text: one.text }
          : { text: Buffer.from(one.text).toString("base64"), encoding: "base64" }),
      },
      headersSize: 200,
      bodySize: one.onWire,
      redirectURL: "",
      _transferSize: one.onWire + 200,
    },
    cache: {},
    timings: { dns: -1, connect: -1, ssl: -1, send: 0, wait: one.time, receive: -1 },
    pageref: "page@1",
    serverIPAddress: "127.0.0.1",
    _serverPort: 8080,
  }));
  const browser = { name: "chromium", version: "120.0" };
  return { log: { version: "1.2", creator: { name: "Playwright", version: "1.50.0" }, browser, entries } };
}

/**
 * NeuraLegion/cypress-har-generator, src/network/EntryBuilder.ts: like Chromium without `_initiator`, with the frames
 * of web sockets in each entry, and with members that JSON drops because they have no value.
 */
export function cypress(session: readonly Parts[]): object {
  const entries = withoutHandshakes(session).map((one) => ({
    startedDateTime: isoOf(one.began),
    time: one.time,
    request: {
      method: one.method,
      url: one.url,
      httpVersion: "HTTP/1.1",
      headers: listed(one.asked),
      queryString: queryOf(one.url),
      cookies: [],
      headersSize: 250,
      bodySize: sizeOf(one.sent),
      ...(one.sent !== undefined && { postData: { mimeType: typeOf(one.asked), text: one.sent, params: [] } }),
    },
    response: {
      status: one.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      headers: listed(one.said),
      cookies: [],
      content: {
        size: one.size,
        mimeType: typeOf(one.said).split(";")[0] || "x-unknown",
        compression: one.size - one.onWire,
        text: one.text,
      },
      redirectURL: "",
      headersSize: 200,
      bodySize: one.onWire,
      _transferSize: one.onWire + 200,
    },
    cache: {},
    timings: { blocked: -1, dns: -1, ssl: -1, connect: -1, send: 0, wait: one.time, receive: 0 },
    serverIPAddress: "127.0.0.1",
    _priority: "High",
    _resourceType: "XHR",
    _websocket: [],
  }));
  const creator = { name: "@neuralegion/cypress-har-generator", version: "5.0.0", comment: "" };
  return { log: { version: "1.2", pages: [], creator, entries } };
}
