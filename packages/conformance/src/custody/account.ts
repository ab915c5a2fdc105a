import type { Change } from "@plumbline/report";
import type { Path } from "../ground/fields.ts";
import type { Conclusions } from "./conclusions.ts";
import type { Entry, MadeEntry } from "./entry.ts";
import { keyOf, NO_ID, nameOf } from "./keys.ts";
import type { Closed, PendingUndo } from "./pending-undo.ts";
import type { Sight, Standing } from "./standing.ts";

/** The final state of one record or setting of a run, after the cleanup. */
export interface Account extends Change {
  readonly path: Path;
}

interface Known {
  readonly pending: PendingUndo;
  /** Why the cleanup did not hand an entry to the custody. */
  readonly refusals: ReadonlyMap<Entry, string>;
  /** Whether the target file names the project of an entry; only then may the cleanup read there. */
  readonly isOurs: (entry: Entry) => boolean;
  /** Entries of creates whose id no answer told, as they were before the cleanup. */
  readonly unheard: ReadonlySet<Entry>;
  readonly conclusions: Conclusions;
  readonly standing: Standing;
}

/**
 * Reports the final state of everything that a run made or changed: what was undone and what still stands, whether or
 * not the user permitted that. If the run itself undid something, the report mentions it only if the target still shows
 * it.
 */
export async function accountOf(known: Known): Promise<readonly Account[]> {
  const { pending, conclusions } = known;
  const accounts: Account[] = [];
  const numbers = new Set(pending.entries.map(({ number }) => number));
  for (const entry of pending.entries) accounts.push(...(await ofOpen(entry, known)));
  for (const closed of pending.closed) accounts.push(...(await ofClosed(closed, known)));
  for (const [number, { path }] of conclusions.added) {
    const change = conclusions.of(number);
    if (!numbers.has(number) && change !== undefined && change !== "nothing") accounts.push({ ...change, path });
  }
  for (const change of conclusions.beside(numbers)) accounts.push({ ...change, path: {} });
  return distinct(accounts);
}

async function ofOpen(entry: Entry, known: Known): Promise<readonly Account[]> {
  const { path } = entry;
  const refusal = known.refusals.get(entry);
  if (refusal !== undefined) {
    // The user may have undone it by hand.
    if ((await look(entry, known)) !== "gone") return [told(entry, "left", refusal)];
    return [told(entry, entry.kind === "changed" ? "restored" : "removed")];
  }
  const change = known.conclusions.of(entry.number);
  // The request changed nothing, or an earlier cleanup restored the state.
  if (change === "nothing") return entry.kind === "changed" ? [told(entry, "restored")] : [];
  if (change === undefined) return [told(entry, "left", "its state is unknown: run plumbline cleanup again")];
  if (change.state !== "stays") return [{ ...change, path }];
  if (known.unheard.has(entry) && entry.kind === "made") return ofUnheard(entry, known);
  return [await ofStaying(entry, change.note, known)];
}

/** Accounts for a record that stays and whose create got no answer. */
async function ofUnheard(entry: MadeEntry, { isOurs, pending, standing }: Known): Promise<readonly Account[]> {
  const { list, parameter, stays = "no operation removes it" } = entry.effect;
  if (entry.id !== undefined)
    return [told(entry, "stays", `it may be the result of a request that got no answer; ${stays}`)];
  const { [parameter]: _own, ...where } = { ...entry.path, ...entry.listedAt };
  const before = list && pending.lists.some((one) => keyOf(one.list, one.path) === keyOf(list, where));
  // The list shows only records that were there before or that another account explains.
  if (before && isOurs(entry) && (await standing.canList(entry))) return [];
  const note = `the request got no answer, and nothing shows whether it created a record; ${stays}`;
  return [told(entry, "stays", note)];
}

async function ofStaying(entry: Entry, note: string | undefined, known: Known): Promise<Account> {
  const sight = await look(entry, known);
  if (sight === "gone") return told(entry, entry.kind === "changed" ? "restored" : "removed");
  const why = note ?? staysOf(entry);
  if (sight === "stands") return told(entry, "stays", why);
  return told(entry, "stays", [why, "nothing shows whether it still exists"].filter(Boolean).join("; "));
}

async function ofClosed({ entry, state, note }: Closed, known: Known): Promise<readonly Account[]> {
  if (state === "stays")
    return known.unheard.has(entry) && entry.kind === "made"
      ? ofUnheard(entry, known)
      : [await ofStaying(entry, note, known)];
  if (entry.kind !== "made" || entry.id === undefined) return [];
  if (!known.isOurs(entry) || (await known.standing.inList(entry, entry.id)) !== "stands") return [];
  return [told(entry, "left", "the target accepted its removal, but the list still shows it")];
}

const look = async (entry: Entry, { isOurs, standing }: Known): Promise<Sight> =>
  isOurs(entry) ? standing.of(entry) : "unshown";

const staysOf = ({ effect }: Entry): string | undefined =>
  "stays" in effect && typeof effect.stays === "string" ? effect.stays : undefined;

const told = (entry: Entry, state: Change["state"], note?: string): Account => ({
  operation: entry.operation,
  id: nameOf(entry),
  state,
  ...(note !== undefined && { note }),
  path: entry.path,
});

/** Reports a state once, however often the run changed it, but every record without an id. */
function distinct(accounts: readonly Account[]): readonly Account[] {
  const seen = new Set<string>();
  return accounts.filter(({ operation, id, state, path }) => {
    const key = JSON.stringify([operation, id, state, Object.entries(path).sort()]);
    const isNew = id === NO_ID || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
