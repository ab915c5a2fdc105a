import { parseJson } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import type { ReportExchange } from "@plumbline/report";
import { schemeOf } from "./har-exchange.ts";
import { LEFT_OUT } from "./left-out.ts";
import { durationIn, momentIn } from "./moment.ts";
import type { Recorded } from "./recorded.ts";

/** An exchange from a report or journal of Plumbline, which keep only the first part of long bodies. */
export function journalExchange(kept: ReportExchange, began: number): Recorded {
  const { id, at, milliseconds, request, response } = kept;
  const { method, url } = request;
  const missed = { method, url, startedAt: momentIn(began + at), milliseconds: durationIn(milliseconds) };
  if (!("status" in response) || response.status < 100 || response.status > 599)
    return { ...LEFT_OUT.unanswered, missed };
  if (response.truncated) return { ...LEFT_OUT.partOfBody, missed: { ...missed, status: response.status } };
  const { status, headers, body, bodyBytes } = response;
  const exchange = {
    id,
    request: { ...request, credential: { scheme: schemeOf(request.headers) } },
    response: { status, headers, body, bodyBytes, invalidUtf8: false, json: parseJson(body) },
    startedAt: momentIn(began + at),
    milliseconds: durationIn(milliseconds),
  };
  return { kind: "whole", exchange };
}

/** Whether a line of a file is an exchange of this form. */
export function isKept(line: unknown): line is ReportExchange {
  const [request, response] = [member(line, "request"), member(line, "response")];
  const sent = member(request, "body");
  return (
    typeof member(line, "id") === "string" &&
    [member(line, "at"), member(line, "milliseconds")].every(Number.isFinite) &&
    isText(member(request, "method")) &&
    isText(member(request, "url")) &&
    (sent === undefined || isText(sent)) &&
    areFields(member(request, "headers")) &&
    (isText(member(response, "fault")) || isAnswer(response))
  );
}

const isText = (value: unknown): boolean => typeof value === "string";

const isAnswer = (response: unknown): boolean =>
  Number.isInteger(member(response, "status")) &&
  areFields(member(response, "headers")) &&
  isText(member(response, "body")) &&
  Number.isInteger(member(response, "bodyBytes"));

const areFields = (value: unknown): boolean =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));
