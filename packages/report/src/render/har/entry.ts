import type { Entry, Header, Response } from "har-format";
import { isoTime } from "../../iso-time.ts";
import type { Headers, ReportExchange, Verdict } from "../../report.ts";
import { harQuery, harUrl } from "./url.ts";

/** The client speaks only this version. */
const HTTP_VERSION = "HTTP/1.1";

/** Fields for which HAR 1.2 has no name. HAR requires an underscore at the beginning of custom names. */
interface OwnEntry extends Entry {
  readonly request: Entry["request"] & { readonly _sent?: string };
  readonly response: OwnResponse;
  readonly _id: string;
  readonly _operation?: string;
  readonly _version?: string;
  readonly _curl?: string;
}
type OwnResponse = Response & { readonly _error?: string };

/** An exchange as a HAR entry. Its comment names the checks that it decided, or otherwise the check that sent it. */
export function harEntry(exchange: ReportExchange, began: number, decided: readonly Verdict[] = []): OwnEntry {
  const { id, check, operation, version, at, milliseconds, request, response, curl } = exchange;
  const url = harUrl(request.url);
  return {
    startedDateTime: isoTime(began + at),
    time: milliseconds,
    request: {
      method: request.method,
      url,
      httpVersion: HTTP_VERSION,
      cookies: [],
      headers: pairs(request.headers),
      queryString: harQuery(request.url),
      ...(request.body === undefined ? {} : { postData: { mimeType: mediaType(request.headers), text: request.body } }),
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : Buffer.byteLength(request.body),
      ...(url === request.url ? {} : { _sent: request.url }),
    },
    response: "fault" in response ? failed(response) : answered(response),
    cache: {},
    // Only the total is measured; the parts that HAR requires must add up to it.
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...commentOf(check, decided),
    _id: id,
    ...(operation === undefined ? {} : { _operation: operation }),
    ...(version === undefined ? {} : { _version: version }),
    ...(curl === undefined ? {} : { _curl: curl }),
  };
}

function commentOf(check: string | undefined, decided: readonly Verdict[]): { readonly comment?: string } {
  const broken = decided.flatMap((verdict) =>
    "expected" in verdict ? [`${verdict.check}: expected ${verdict.expected}; received ${verdict.received}`] : [],
  );
  if (broken.length > 0) return { comment: broken.join("\n") };
  return check === undefined ? {} : { comment: check };
}

function answered({
  status,
  headers,
  body,
  bodyBytes,
  truncated,
}: Exclude<ReportExchange["response"], { fault: string }>): OwnResponse {
  return {
    status,
    // The report does not keep the reason phrase, and nothing may depend on it (RFC 9112, section 4).
    statusText: "",
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: pairs(headers),
    content: {
      size: bodyBytes,
      mimeType: mediaType(headers),
      text: body,
      ...(truncated ? { comment: "the report keeps only the first part of the body" } : {}),
    },
    redirectURL: headerValue(headers, "location") ?? "",
    headersSize: -1,
    bodySize: bodyBytes,
  };
}

/** An exchange without an answer: browsers write status 0 and an `_error`, which viewers understand. */
function failed({ fault, message }: Extract<ReportExchange["response"], { fault: string }>): OwnResponse {
  return {
    status: 0,
    statusText: "",
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: "x-unknown" },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
    _error: `${fault}: ${message}`,
  };
}

function pairs(headers: Headers): Header[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function mediaType(headers: Headers): string {
  return headerValue(headers, "content-type") ?? "x-unknown";
}

function headerValue(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
