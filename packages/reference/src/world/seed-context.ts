import type { Random } from "../random.ts";
import type { RecordStores } from "./record-stores.ts";

/** What every part of the seeding works with. */
export interface SeedContext {
  readonly random: Random;
  readonly newId: () => string;
  readonly now: number;
  readonly stores: RecordStores;
}
