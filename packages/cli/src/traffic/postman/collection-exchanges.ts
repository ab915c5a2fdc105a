import { type Exchange, type HeaderList, headerValue, parseJson } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { asksForLayout } from "../asks-for-layout.ts";
import { CREDENTIAL_LEFT_OUT, schemeOf } from "../har-exchange.ts";
import { plainBody } from "../kept-body.ts";
import { LEFT_OUT, type LeftOut } from "../left-out.ts";
import { durationIn } from "../moment.ts";
import type { Recorded } from "../recorded.ts";
import { textIn } from "../text-in.ts";
import { addressIn, enabled } from "./address.ts";
import { type SavedAnswer, savedAnswers } from "./saved-answers.ts";
import { sentBody } from "./sent-body.ts";
import { resolved, type Variables } from "./variables.ts";

/**
 * The saved answers of a collection as exchanges. Their times and order are unknown, so all have the same time and a
 * duration above 0: a read and a write then count as simultaneous, and nothing is concluded from their order.
 */
export function* collectionExchanges(collection: unknown, moment: number): Generator<Recorded> {
  let count = 0;
  for (const saved of savedAnswers(collection)) {
    count += 1;
    yield exchangeOf(saved, String(count), moment);
  }
}

function exchangeOf({ answer, request: own, variables }: SavedAnswer, id: string, moment: number): Recorded {
  const status = member(answer, "code");
  if (typeof status !== "number" || status < 100 || status > 599 || !Number.isInteger(status))
    return LEFT_OUT.unanswered;
  const request = requestOf(member(answer, "originalRequest") ?? own, variables);
  if ("why" in request) return request;
  const headers = fieldsIn(member(answer, "header"));
  const text = member(answer, "body");
  const body = typeof text === "string" ? text : "";
  if (headers.length === 0 && (body !== "" || status === 401)) return LEFT_OUT.fields;
  if (asksForLayout(request.url)) return LEFT_OUT.layout;
  const isMissing = body === "" && Number(headerValue(headers, "content-length")) > 0 && request.method !== "HEAD";
  if (isMissing && status !== 304) return LEFT_OUT.answerBody;
  const { keptBytes: _kept, ...kept } = plainBody(withoutLayout(body));
  return {
    kind: "whole",
    exchange: {
      id,
      request,
      response: { status, headers, ...kept, json: parseJson(kept.body) },
      startedAt: moment,
      milliseconds: Math.max(1, durationIn(member(answer, "responseTime"))),
    },
  };
}

/** Postman formats JSON when it saves it, so the layout says nothing about the server's. */
function withoutLayout(body: string): string {
  if (!/\n\s+\S/.test(body)) return body;
  const json = parseJson(body);
  return json === undefined ? body : JSON.stringify(json);
}

function requestOf(request: unknown, variables: Variables): Exchange["request"] | LeftOut {
  const method = textIn(member(request, "method")).toUpperCase() || "GET";
  const url = addressIn(typeof request === "string" ? request : member(request, "url"), variables);
  if (url === undefined) return LEFT_OUT.variable;
  const body = sentBody(member(request, "body"), variables);
  if (body !== undefined && "why" in body) return body;
  const shown: (readonly [string, string])[] = [];
  for (const [name, value] of fieldsIn(member(request, "header"))) {
    const text = resolved(value, variables);
    // A key in a variable is a credential that the export left out, like those of the collection.
    if (text !== undefined) shown.push([name, text]);
    else if (name.toLowerCase() !== "authorization") return LEFT_OUT.variable;
  }
  const isTyped = headerValue(shown, "content-type") !== undefined;
  const typed: HeaderList = body?.type === undefined || isTyped ? shown : [...shown, ["Content-Type", body.type]];
  const headers = headerValue(typed, "authorization") === undefined ? [...typed, CREDENTIAL_LEFT_OUT] : typed;
  return {
    method,
    url,
    headers,
    ...(body !== undefined && { body: body.text }),
    credential: { scheme: schemeOf(headers) },
  };
}

/** Fields of a list, or of a text with one on each line. Disabled fields were not sent. */
function fieldsIn(header: unknown): HeaderList {
  if (typeof header === "string")
    return header.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^([^:\s]+):[ \t]*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
  return enabled(header).flatMap(([name, value]) =>
    name === "" || value === undefined ? [] : [[name, value] as const],
  );
}
