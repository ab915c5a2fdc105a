import type { Target } from "../../target/target.ts";
import { filters } from "./filters.ts";
import { gone } from "./gone.ts";
import { kept } from "./kept.ts";
import { keys } from "./keys.ts";
import { malformed } from "./malformed.ts";
import { newConfigs } from "./new-configs.ts";
import type { Onlooker } from "./onlooker.ts";
import { pages } from "./pages.ts";
import { queries } from "./queries.ts";
import { roles } from "./roles.ts";
import { snapshots } from "./snapshots.ts";
import { toggles } from "./toggles.ts";
import { tokens } from "./tokens.ts";
import { unsigned } from "./unsigned.ts";

/** Everyone who remembers what passes. */
export const onlookersFor = (target: Target): readonly Onlooker[] => [
  unsigned(target),
  keys(target),
  roles(target),
  queries(),
  gone(target),
  kept(target),
  snapshots(),
  tokens(target),
  toggles(),
  newConfigs(target),
  malformed(),
  pages(target),
  filters(),
];
