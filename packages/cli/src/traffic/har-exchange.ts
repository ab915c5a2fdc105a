import { type Exchange, type HeaderList, headerValue, parseJson } from "@plumbline/client";
import { type Missed, member } from "@plumbline/conformance";
import { asksForLayout } from "./asks-for-layout.ts";
import { harAnswer } from "./har-answer.ts";
import { harRequest } from "./har-request.ts";
import { LEFT_OUT } from "./left-out.ts";
import { durationIn, momentIn } from "./moment.ts";
import { notOfServer } from "./not-of-server.ts";
import type { Recorded } from "./recorded.ts";
import { keepsCredentials } from "./silent-browser.ts";
import { hidesCredentials, type Writer } from "./writer.ts";

/**
 * An entry of an HTTP archive (HAR 1.2, section "entries") as an exchange. Bodies may be in base64. An answer whose
 * body was left out looks like an empty one, so it is not judged.
 */
export async function harExchange(entry: unknown, id: string, writer: Writer = "any"): Promise<Recorded> {
  const recorded = await readEntry(entry, id, writer);
  const missed = recorded.kind === "partial" ? missedIn(entry) : undefined;
  return recorded.kind === "partial" && missed !== undefined ? { ...recorded, missed } : recorded;
}

/**
 * The known facts about a request whose entry cannot be judged, because a write still changes what the judge may
 * expect.
 */
function missedIn(entry: unknown): Missed | undefined {
  const [request, status] = [member(entry, "request"), member(member(entry, "response"), "status")];
  const [method, url] = [member(request, "method"), member(request, "_sent") ?? member(request, "url")];
  if (typeof method !== "string" || typeof url !== "string") return undefined;
  return {
    method: method.toUpperCase(),
    url,
    ...(typeof status === "number" && status >= 100 && { status }),
    startedAt: momentIn(member(entry, "startedDateTime")),
    milliseconds: durationIn(member(entry, "time")),
  };
}

async function readEntry(entry: unknown, id: string, writer: Writer): Promise<Recorded> {
  const request = await harRequest(entry, writer);
  if (request.kind === "malformed") return request;
  const status = member(member(entry, "response"), "status");
  if (typeof status !== "number" || !Number.isInteger(status))
    return { kind: "malformed", why: "an entry has no response with a status" };
  if (status < 100 || status > 599) return LEFT_OUT.unanswered;
  const other = notOfServer(entry);
  if (other !== undefined) return other;
  if (request.kind === "partial") return request;
  const answer = await harAnswer(entry, { method: request.method, status, writer });
  if (answer.kind === "partial") return answer;
  const { method, url, headers: shown, body } = request;
  const isRestated = answer.isRestated || writer === "restating";
  if (isRestated && asksForLayout(url)) return LEFT_OUT.layout;
  const isShown = headerValue(shown, "authorization") !== undefined;
  const mayHide =
    request.isWithoutFields || hidesCredentials(writer) || (writer === "any" && keepsCredentials(entry, shown, status));
  const headers = mayHide && !isShown ? [...shown, CREDENTIAL_LEFT_OUT] : shown;
  const { keptBytes: _kept, ...answered } = answer.body;
  const exchange: Exchange = {
    id,
    request: { method, url, headers, ...(body !== undefined && { body }), credential: { scheme: schemeOf(headers) } },
    response: { status, headers: answer.headers, ...answered, json: parseJson(answered.body) },
    startedAt: momentIn(member(entry, "startedDateTime")),
    milliseconds: durationIn(member(entry, "time")),
  };
  return { kind: "whole", exchange };
}

/**
 * Stands for a credential that the entry may not show. It identifies no caller, and says that there may have been one.
 */
export const CREDENTIAL_LEFT_OUT = ["authorization", "(left out of the archive)"] as const;

/** The scheme of the credentials of a request, from its header; browsers leave that header out of saved archives. */
export function schemeOf(headers: HeaderList): Exchange["request"]["credential"]["scheme"] {
  const [scheme = ""] = headerValue(headers, "authorization")?.toLowerCase().split(" ") ?? [];
  return scheme === "digest" || scheme === "basic" || scheme === "bearer" ? scheme : "none";
}
