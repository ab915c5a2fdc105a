import { parseJson } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import type { ReportExchange } from "@plumbline/report";
import { schemeOf } from "./har-exchange.ts";
import type { Recorded } from "./recorded.ts";

/** An exchange as reports and journals of Plumbline keep it; of long bodies they keep the first part only. */
export function journalExchange(kept: ReportExchange, began: number): Recorded {
  const { id, at, milliseconds, request, response } = kept;
  if (!("status" in response)) return { kind: "partial", why: "no answer was recorded" };
  if (response.truncated) return { kind: "partial", why: "only a part of the answer's body was kept" };
  const { status, headers, body, bodyBytes } = response;
  const exchange = {
    id,
    request: { ...request, credential: { scheme: schemeOf(request.headers) } },
    response: { status, headers, body, bodyBytes, invalidUtf8: false, json: parseJson(body) },
    startedAt: began + at,
    milliseconds,
  };
  return { kind: "whole", exchange };
}

/** Whether a line of a file is an exchange of that form. */
export const isKept = (line: unknown): line is ReportExchange =>
  typeof member(line, "id") === "string" &&
  typeof member(line, "at") === "number" &&
  typeof member(member(line, "request"), "url") === "string" &&
  Array.isArray(member(member(line, "request"), "headers")) &&
  member(line, "response") !== undefined;
