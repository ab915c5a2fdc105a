import type { Tier } from "../records/tier.ts";

/** Instance sizes by name: the most memory, and the default disk size of a cluster, both in GB. */
export const TIERS = {
  M0: { memoryGB: 0.5, diskGB: 0.5 },
  M2: { memoryGB: 0.5, diskGB: 2 },
  M5: { memoryGB: 0.5, diskGB: 5 },
  M10: { memoryGB: 2, diskGB: 10 },
  M20: { memoryGB: 4, diskGB: 20 },
  M30: { memoryGB: 8, diskGB: 40 },
  M40: { memoryGB: 16, diskGB: 80 },
  M50: { memoryGB: 32, diskGB: 160 },
  M60: { memoryGB: 64, diskGB: 320 },
  M80: { memoryGB: 128, diskGB: 750 },
  M140: { memoryGB: 192, diskGB: 1_000 },
  M200: { memoryGB: 256, diskGB: 1_500 },
  M300: { memoryGB: 384, diskGB: 2_000 },
} as const satisfies Readonly<Record<Tier, { readonly memoryGB: number; readonly diskGB: number }>>;

/** Tiers whose nodes several clusters share. */
export const SHARED_TIERS = ["M0", "M2", "M5"] as const;

/** The most disk per memory in a tier (description, Limits). */
const DISK_PER_MEMORY = 50;

/** Tests whether this server knows a tier; requests may name others, because the set is open. */
export const isTier = (name: string): name is Tier => Object.hasOwn(TIERS, name);
/**
 * Clusters of these tiers have no access history and no own disk size, and cannot be the destination of a migration.
 */
export const isShared = (tier: Tier): boolean => SHARED_TIERS.some((shared) => shared === tier);

/** The largest disk of a tier, in GB. */
export const mostDisk = (tier: Tier): number => TIERS[tier].memoryGB * DISK_PER_MEMORY;
