import { answered, type Exchange, steadyNow } from "@plumbline/client";
import { jsonOf, received, wasAccepted, wasRefused } from "../ground/answers.ts";
import { eventually } from "../ground/eventually.ts";
import { member } from "../ground/json.ts";
import { bears, recordOf } from "./bears.ts";
import type { MadeEntry } from "./entry.ts";
import type { Ownership } from "./ownership.ts";
import type { RecordList } from "./record-lists.ts";
import type { UndoParts } from "./undo-parts.ts";

/** Milliseconds after which reads show a new record, or never will. */
const LATE = 30_000;

const FOREIGN = {
  kind: "foreign",
  note: "the record does not show the values that the run sent: it is another record",
} as const;

/**
 * Reads whether a record that a create answered with is the run's own: it must show the mark, or the sent values. If no
 * operation reads a single record, the list decides; if there is no list, the answer to the create decides.
 */
export async function ownershipOf(
  entry: MadeEntry,
  id: string,
  parts: UndoParts,
  list?: RecordList,
): Promise<Ownership> {
  if (entry.proven) return { kind: "ours" };
  const ours = (record: unknown): Ownership => {
    entry.proven = bears(entry, record, parts.mark, parts.contract);
    return entry.proven ? { kind: "ours" } : FOREIGN;
  };
  const idName = parts.contract.field(entry.effect.id);
  // A record that the check removed by its name may never appear, and one that was created long ago is not late.
  const isOld = entry.since !== undefined && steadyNow() - entry.since > LATE;
  const looksAt = entry.removedByName || isOld ? once : eventually;
  const { read } = entry.effect;
  if (await isShownInAnother(entry, id, parts)) return { kind: "ours" };
  const version = read && parts.served(read, entry.version);
  let unread: Exchange | undefined;
  if (read !== undefined && version !== undefined) {
    const call = { operation: read, version, path: addressOf(entry, id) };
    const exchange = await looksAt(
      parts.pass,
      () => parts.ask(call),
      // A late read may not show a new record yet, and the description names no status for an unknown id.
      (one) => !isAbsent(one) && !wasRefused(one),
    );
    if (wasAccepted(exchange)) return ours(recordOf(jsonOf(exchange), idName));
    if (!isAbsent(exchange)) unread = exchange;
  }
  const isThere = (records: readonly unknown[] | undefined): boolean =>
    records?.some((record) => member(record, idName) === id) !== false;
  const listed = list && (await looksAt(parts.pass, list.now, isThere));
  if (listed !== undefined) {
    const found = listed.find((record) => member(record, idName) === id);
    if (found !== undefined) return ours(found);
    if (unread === undefined || wasRefused(unread)) return { kind: "gone" };
  }
  if (unread !== undefined)
    return { kind: "unclear", note: `its read returned ${received(unread)}, so nothing shows who created it` };
  return entry.echoed
    ? { kind: "ours" }
    : { kind: "unclear", note: "neither a read nor a list shows it, so nothing shows who created it" };
}

/**
 * A record is the same in every version. The run reads it first in the version that did not create it, which also shows
 * whether both versions have the same store. If this read proves nothing, the run reads the record in its own version.
 */
async function isShownInAnother(entry: MadeEntry, id: string, parts: UndoParts): Promise<boolean> {
  const { read } = entry.effect;
  const other = entry.version === "1.0" ? "2" : "1.0";
  if (read === undefined || entry.removedByName || parts.served(read, other) !== other) return false;
  const exchange = await parts.ask({ operation: read, version: other, path: addressOf(entry, id) });
  if (!wasAccepted(exchange)) return false;
  const record = recordOf(jsonOf(exchange), parts.contract.field(entry.effect.id));
  entry.proven = bears(entry, record, parts.mark, parts.contract);
  return entry.proven;
}

/** The path of the request that made the record, with the record's id in its own parameter. */
export const addressOf = ({ effect, path }: MadeEntry, id: string) => ({ ...path, [effect.parameter]: id });

const once: typeof eventually = (_pass, read) => read();

/** Whether an answer says that the record, or the read itself, does not exist. */
const isAbsent = (exchange: Exchange): boolean =>
  answered(exchange) && [404, 405, 410, 501].includes(exchange.response.status);
