import { atlas } from "./atlas.ts";
import { neutral } from "./neutral.ts";
import type { Profile } from "./profile.ts";

/** The profiles that come along, each under its own name; the contract's own words first. */
export const BUNDLED_PROFILES: readonly Profile[] = [neutral, atlas];
