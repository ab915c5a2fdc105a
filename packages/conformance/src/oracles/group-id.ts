import { isUndescribed } from "../ground/call.ts";
import { isObject, member } from "../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../ground/judgement.ts";
import { succeeded, type WatchedExchange } from "../ground/watched-exchange.ts";
import { listIn } from "./envelope.ts";

/** Judges whether a record names the project that its path addresses. */
export function groupIdMismatch({ answer, call, exchange }: WatchedExchange): Judgement | undefined {
  // GEN-ID-REJECT judges accepted requests with a malformed id.
  const malformed = call.path?.["groupId"] !== undefined || call.rawPath?.["groupId"] !== undefined;
  if (!succeeded(answer) || isUndescribed(call) || malformed) return undefined;
  const addressed = /\/groups\/([^/?]+)/.exec(exchange.request.url)?.[1];
  if (addressed === undefined) return undefined;
  let seen = false;
  const list = listIn(answer.json) ?? listIn(member(answer.json, "accessLogs"));
  for (const [index, record] of (list ?? [answer.json]).entries())
    for (const name of NAMES) {
      const id = member(record, name);
      if (typeof id !== "string") continue;
      if (id !== addressed)
        return decidedBy(
          broken(`the addressed project ${addressed}`, `a record of project ${id}`),
          `${list === undefined ? "" : `${placeOf(answer.json, list)}/${index}`}/${name}`,
        );
      seen = true;
    }
  return seen ? upheld : undefined;
}

/** The pointer to a list in a body. */
function placeOf(json: unknown, list: readonly unknown[], pointer = ""): string {
  if (json === list || !isObject(json)) return pointer;
  const [name = ""] = Object.keys(json).filter((key) => {
    const inner = member(json, key);
    return inner === list || (isObject(inner) && Object.values(inner).includes(list));
  });
  return placeOf(member(json, name), list, `${pointer}/${name}`);
}

/** The members in which a record names its project. */
const NAMES = ["groupId", "projectId"] as const;
