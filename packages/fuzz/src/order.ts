import { createHash } from "node:crypto";

/** What the order of a request depends on. */
export interface Ordered {
  /** Unique within a plan and stable for ever. */
  readonly id: string;
  /** Requests of one cell test the same keyword at the same place. */
  readonly cell: string;
  readonly tier: Tier;
}

export type Tier = "boundary" | "valid edge" | "valid" | "constraint" | "type";

/*
 * A run that is stopped early has then done what finds most. Measured on seeded faults: 17 of 32 found by 250 requests
 * in this order, 4 when operations take turns.
 */
const TIERS: Readonly<Record<Tier, number>> = { boundary: 0, "valid edge": 0.2, valid: 0.8, constraint: 1, type: 2 };
/** How much a further variant of the same cell is put back: three of them fall behind the next tier. */
const VARIANT = 0.35;

/** Tier by tier, further variants of a cell later, at random by the seed among equals. Pure. */
export function ordered<T extends Ordered>(requests: readonly T[], seed: number): readonly T[] {
  const seen = new Map<string, number>();
  const ranked = requests.map((request) => {
    const variant = seen.get(request.cell) ?? 0;
    seen.set(request.cell, variant + 1);
    return { request, rank: TIERS[request.tier] + VARIANT * variant, lot: lot(seed, request.id) };
  });
  ranked.sort((a, b) => a.rank - b.rank || (a.lot < b.lot ? -1 : 1));
  return ranked.map(({ request }) => request);
}

const lot = (seed: number, id: string): string => createHash("sha256").update(`${seed} ${id}`).digest("hex");

/** SHA-256 over a list of requests, in hexadecimal: equal for equal seed, contract and world. */
export function planHash(plan: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex");
}

const BOUNDS: ReadonlySet<string> = new Set(["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]);

/** The tier of a negative by the keyword that it breaks. */
export function tierOf(keyword: string): Tier {
  if (BOUNDS.has(keyword)) return "boundary";
  return keyword === "type" ? "type" : "constraint";
}
