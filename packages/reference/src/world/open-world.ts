import { randomBytes } from "node:crypto";
import type { Storage } from "../storage/storage.ts";
import { RecordStore } from "./record-store.ts";
import type { StoredRecord } from "./records/stored-record.ts";
import { type GivenIds, seedWorld } from "./seed.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/**
 * The world of a server: fresh, or as the storage kept it. What nobody can change (projects, hosts, access history)
 * follows from the seed and the moment of the first start, which the storage keeps; records come from the storage.
 */
export function openWorld(
  seed: number,
  now: number,
  storage: Storage | undefined,
  given: GivenIds = {},
): { readonly world: World; readonly state: State } {
  if (storage === undefined) return seedWorld(seed, now, undefined, undefined, given);
  const begun = storage.fact("seeded");
  if (begun === undefined) {
    const fresh = seedWorld(seed, now, storage, undefined, given);
    storage.keepFact("seeded", JSON.stringify({ seed, now, given }));
    storage.commit();
    return fresh;
  }
  const first: { readonly seed: number; readonly now: number; readonly given?: GivenIds } = JSON.parse(begun);
  const { world, state } = seedWorld(first.seed, first.now, storage, randomBytes(4).toString("hex"), first.given);
  // Seeding told the storage what it holds in a newer form already: none of that may be kept.
  restoreKept(state, storage);
  return { world, state };
}

/** Makes every store hold what the storage has kept, and nothing of what came after that. */
export function restoreKept(state: State, storage: Storage): void {
  storage.discard();
  // Read before anything is forgotten: what cannot be read must not cost what is known.
  const kept = storage.records();
  const stores = new Map(
    Object.values(state).flatMap((value) =>
      value instanceof RecordStore ? [[value.name, value as RecordStore<StoredRecord>]] : [],
    ),
  );
  for (const store of stores.values()) store.clear();
  for (const { store, record } of kept) stores.get(store)?.place(record);
}
