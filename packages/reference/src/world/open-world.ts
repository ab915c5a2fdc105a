import { randomBytes } from "node:crypto";
import type { StoreWatcher } from "../records/store-watcher.ts";
import type { StoredRecord } from "../records/stored-record.ts";
import type { Storage } from "../storage/storage.ts";
import { RecordStore } from "./record-store.ts";
import { seedWorld } from "./seed.ts";
import type { GivenIds } from "./seed-places.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

/** The values from which a new world is derived. */
export interface Founding {
  readonly seed: number;
  readonly now: number;
  readonly given?: GivenIds | undefined;
  /** The owner's description, as plain JSON. */
  readonly own?: unknown;
}

/** Creates a new world. The watcher receives each record, and later ids contain `machine`. */
export type Found = (founding: Founding, watcher: StoreWatcher | undefined, machine?: string) => OpenedWorld;

/** A world with its state. */
export interface OpenedWorld {
  readonly world: World;
  readonly state: State;
}

/**
 * The world of a server: new, or from the storage. Everything that no request can change (projects, hosts, access
 * history) derives from the seed and the time of the first start, which the storage keeps. Records come from the
 * storage.
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
  // The seeding just wrote its records to the storage, which already has newer ones, so its writes must be discarded.
  restoreKept(state, storage);
  return { world, state };
}

/**
 * Restores the world of the very first start, counted back from the current time, and deletes the stored records. If
 * the storage cannot write this, nothing changes.
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

/** Restores every store to the records in the storage, without any later change. */
export function restoreKept(state: State, storage: Storage): void {
  storage.discard();
  // Read first: if the storage cannot be read, the current records must not be lost.
  const kept = storage.records();
  const stores = new Map(
    Object.values(state).flatMap((value) =>
      value instanceof RecordStore ? [[value.name, value as RecordStore<StoredRecord>]] : [],
    ),
  );
  for (const store of stores.values()) store.clear();
  for (const { store, record } of kept) stores.get(store)?.place(record);
}
