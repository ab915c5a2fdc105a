import { member } from "../json.ts";
import { broken, type Judgement, upheld } from "../rule/judgement.ts";
import { succeeded, type WatchedExchange } from "../rule/watched-exchange.ts";
import { listIn } from "./envelope.ts";

/** A record names another project than the one its path addresses. */
export function groupIdMismatch({ answer, call, exchange }: WatchedExchange): Judgement | undefined {
  const addressed = /\/groups\/([^/?]+)/.exec(exchange.request.url)?.[1];
  // A malformed id that is answered all the same is the business of GEN-ID-REJECT.
  const malformed = call.path?.["groupId"] !== undefined || call.rawPath?.["groupId"] !== undefined;
  if (!succeeded(answer) || call.due === "any" || malformed || addressed === undefined) return undefined;
  const records = listIn(answer.json) ?? listIn(member(answer.json, "accessLogs")) ?? [answer.json];
  const named = records
    .flatMap((record) => [member(record, "groupId"), member(record, "projectId")])
    .filter((id) => typeof id === "string");
  if (named.length === 0) return undefined;
  const other = named.find((id) => id !== addressed);
  return other === undefined
    ? upheld
    : broken(`the addressed project ${addressed}`, `a record of project ${String(other)}`);
}
