import { member } from "../json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../rule/judgement.ts";
import { succeeded, type WatchedExchange } from "../rule/watched-exchange.ts";
import { listIn } from "./envelope.ts";

/** A record names another project than the one its path addresses. */
export function groupIdMismatch({ answer, call, exchange }: WatchedExchange): Judgement | undefined {
  // A malformed id that is answered all the same is the business of GEN-ID-REJECT.
  const malformed = call.path?.["groupId"] !== undefined || call.rawPath?.["groupId"] !== undefined;
  if (!succeeded(answer) || call.due === "any" || malformed) return undefined;
  const addressed = /\/groups\/([^/?]+)/.exec(exchange.request.url)?.[1];
  if (addressed === undefined) return undefined;
  let seen = false;
  for (const record of listIn(answer.json) ?? listIn(member(answer.json, "accessLogs")) ?? [answer.json])
    for (const name of NAMES) {
      const id = member(record, name);
      if (typeof id !== "string") continue;
      if (id !== addressed)
        return decidedBy(broken(`the addressed project ${addressed}`, `a record of project ${id}`), `/${name}`);
      seen = true;
    }
  return seen ? upheld : undefined;
}

/** Under which a record names its project. */
const NAMES = ["groupId", "projectId"] as const;
