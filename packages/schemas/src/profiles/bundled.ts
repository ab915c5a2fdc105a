import { atlas } from "./atlas.ts";
import { neutral } from "./neutral.ts";
import type { Profile } from "./profile.ts";

/** The bundled profiles, each under its own name; the contract's own names come first. */
export const BUNDLED_PROFILES: readonly Profile[] = [neutral, atlas];
