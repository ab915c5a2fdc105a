import { randomBytes } from "node:crypto";
import type { StoreWatcher } from "../records/store-watcher.ts";
import type { StoredRecord } from "../records/stored-record.ts";
import type { Storage } from "../storage/storage.ts";
import { RecordStore } from "./record-store.ts";
import { seedWorld } from "./seed.ts";
import type { GivenIds } from "./seed-places.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/** What a fresh world follows from. */
export interface Founding {
  readonly seed: number;
  readonly now: number;
  readonly given?: GivenIds | undefined;
  /** What its owner described, as plain JSON. */
  readonly own?: unknown;
}

/** Makes a fresh world; the watcher hears of each record, and later ids carry `machine`. */
export type Found = (founding: Founding, watcher: StoreWatcher | undefined, machine?: string) => OpenedWorld;

/** A world with what is remembered of it. */
export interface OpenedWorld {
  readonly world: World;
  readonly state: State;
}

/**
 * The world of a server: fresh, or as the storage kept it. What nobody can change (projects, hosts, access history)
 * follows from the seed and the moment of the first start, which the storage keeps; records come from the storage.
 */
export function openWorld(founding: Founding, found: Found, storage?: Storage, watcher?: StoreWatcher): OpenedWorld {
  if (storage === undefined) return found(founding, undefined);
  const first = kept(storage);
  if (first === undefined) return foundAndKeep(founding, found, storage, watcher);
  if (founding.own !== undefined && JSON.stringify(founding.own) !== JSON.stringify(first.own))
    throw storage.unusable(
      "it holds other records than the world file describes: remove it to start with those of the file, choose another path, or leave the world file out to keep the records",
    );
  const { world, state } = found(first, watcher, randomBytes(4).toString("hex"));
  // Seeding told the storage what it holds in a newer form already: none of that may be kept.
  restoreKept(state, storage);
  return { world, state };
}

/**
 * The world as it was at the very first start, but for the moment from which it counts back; what the storage had is gone.
 * Whole or not at all: where that cannot be kept, everything is still as it was.
 */
export function openAgain(founding: Founding, found: Found, storage?: Storage, watcher?: StoreWatcher): OpenedWorld {
  if (storage === undefined) return found(founding, undefined);
  const first = kept(storage);
  storage.clear();
  return foundAndKeep({ ...founding, ...first, now: founding.now }, found, storage, watcher);
}

/** The seeded world. */
export const foundSeeded: Found = ({ seed, now, given }, watcher, machine) =>
  seedWorld(seed, now, watcher, machine, given);

function foundAndKeep(
  founding: Founding,
  found: Found,
  storage: Storage,
  watcher: StoreWatcher | undefined,
): OpenedWorld {
  try {
    const opened = found(founding, watcher);
    storage.keepFact("seeded", JSON.stringify(founding));
    storage.commit();
    return opened;
  } catch (error) {
    storage.discard();
    throw error;
  }
}

function kept(storage: Storage): Founding | undefined {
  const begun = storage.fact("seeded");
  return begun === undefined ? undefined : (JSON.parse(begun) as Founding);
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
