import type { Random } from "../random.ts";
import type { RecordStores } from "./record-stores.ts";

/** The parts that every step of the seeding uses. */
export interface SeedContext {
  readonly random: Random;
  readonly newId: () => string;
  readonly now: number;
  readonly stores: RecordStores;
}
