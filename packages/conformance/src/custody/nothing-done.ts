import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import { fieldsOf, member } from "../ground/json.ts";
import { WRITES } from "../writes/table.ts";
import type { Changes, Effect, Makes, Owned, Starts } from "../writes/write.ts";
import { bearsMark, recordOf } from "./bears.ts";
import { chosen, keyOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import type { RecordLists } from "./record-lists.ts";
import type { CustodyParts, Request } from "./request.ts";
import { differing } from "./same-state.ts";

/** The number of looks, and the milliseconds between them: a server may show late that it carried out a request. */
const LOOKS = 5;
const BETWEEN = 200;

/**
 * Whether reads show that the target did not carry out an unanswered request. If no read can show it, or if something
 * else explains what a read shows, the request counts as carried out.
 */
export async function nothingDone(
  request: Request,
  effect: Effect,
  parts: CustodyParts,
  ledger: Ledger,
  lists: RecordLists,
): Promise<boolean> {
  const isUntouched = looking(request, effect, parts, ledger, lists);
  if (isUntouched === undefined) return false;
  let clean = 0;
  // Two looks in a row must agree: parallel requests may become visible before their answers arrive.
  for (let look = 0; look < LOOKS && clean < 2; look += 1) {
    if (look > 0) await parts.pass(BETWEEN);
    clean = (await isUntouched()) ? clean + 1 : 0;
  }
  return clean >= 2;
}

type Look = () => Promise<boolean>;

function looking(
  request: Request,
  effect: Effect,
  parts: CustodyParts,
  ledger: Ledger,
  lists: RecordLists,
): Look | undefined {
  switch (effect.kind) {
    case "makes":
      return () => isListAsKnown(request, effect, parts, ledger, lists);
    case "changes":
      return () => isStateAsBefore(request, effect, parts, ledger);
    case "starts":
      return () => stands(request, effect, parts, false);
    case "ends": {
      const started = WRITES[effect.starts].effect;
      return started.kind === "starts" ? () => stands(request, started, parts, true) : undefined;
    }
    case "owned":
      return () => isRecordAsBefore(request, effect, parts, ledger);
    case "lasting":
      return undefined;
    default:
      return effect satisfies never;
  }
}

/**
 * The list has only records that it had before or that the run knows. If the request bears a mark, a record without it
 * cannot be its result.
 */
async function isListAsKnown(
  { path, sent }: Request,
  effect: Makes,
  { contract, mark }: CustodyParts,
  ledger: Ledger,
  lists: RecordLists,
): Promise<boolean> {
  const list = lists.of({ effect, path, listedAt: effect.listedAt?.(sent) ?? {} });
  const [known, now] = [await list?.known, await list?.now()];
  if (known === undefined || now === undefined) return false;
  const isMarked = bearsMark(effect, sent, mark, contract);
  const ids = now
    .filter((record) => !isMarked || bearsMark(effect, record, mark, contract))
    .map((record) => String(member(record, contract.field(effect.id))));
  return ids.every((id) => known.has(id) || ledger.own.has(id) || ledger.foreign.has(id));
}

/** The state is the same as before the first request that was to change it. */
async function isStateAsBefore(
  request: Request,
  effect: Changes,
  parts: CustodyParts,
  ledger: Ledger,
): Promise<boolean> {
  const path = chosen(request.path, effect.of);
  const entry = ledger.changedEntry(request.by, keyOf(effect.read, path));
  if (entry === undefined || entry.touched !== undefined) return false;
  const shown = await readBy(effect.read, request, path, parts);
  if (shown === undefined || !wasAccepted(shown)) return false;
  return differing(effect, entry.before, jsonOf(shown), parts.contract).length === 0;
}

async function stands(request: Request, effect: Starts, parts: CustodyParts, wanted: boolean): Promise<boolean> {
  const shown = await readBy(effect.read, request, chosen(request.path, effect.of), parts);
  return shown !== undefined && effect.standing(shown) === wanted;
}

/** The record exists, and it does not yet show what the request sets. */
async function isRecordAsBefore(
  request: Request,
  { parameter, removes }: Owned,
  parts: CustodyParts,
  ledger: Ledger,
): Promise<boolean> {
  const entry = ledger.own.get(request.path[parameter] ?? "");
  const read = entry?.effect.read;
  if (entry === undefined || read === undefined) return false;
  const shown = await readBy(read, request, request.path, parts);
  if (shown === undefined || !wasAccepted(shown)) return false;
  if (removes) return true;
  const record = recordOf(jsonOf(shown), parts.contract.field(entry.effect.id));
  return Object.entries(fieldsOf(request.sent)).some(
    ([name, value]) => !isDeepStrictEqual(member(record, name), value),
  );
}

async function readBy(
  operation: OperationId,
  { version: wanted }: Request,
  path: Path,
  { ask, served }: CustodyParts,
): Promise<Exchange | undefined> {
  const version = served(operation, wanted);
  return version === undefined ? undefined : ask({ operation, version, path });
}
