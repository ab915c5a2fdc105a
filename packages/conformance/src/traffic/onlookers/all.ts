import type { Target } from "../../target/target.ts";
import { defaults } from "./defaults.ts";
import { engines } from "./engines.ts";
import { examples } from "./examples.ts";
import { expiries } from "./expiries.ts";
import { filters } from "./filters.ts";
import { gone } from "./gone.ts";
import { kept } from "./kept.ts";
import { keys } from "./keys.ts";
import { listed } from "./listed.ts";
import { malformed } from "./malformed.ts";
import { maskedKeys } from "./masked-keys.ts";
import { neighbours } from "./neighbours.ts";
import type { Onlooker } from "./onlooker.ts";
import { outageStarts } from "./outage-starts.ts";
import { pages } from "./pages.ts";
import { partial } from "./partial.ts";
import { proofs } from "./proofs.ts";
import { queries } from "./queries.ts";
import { roles } from "./roles.ts";
import { snapshots } from "./snapshots.ts";
import { tokens } from "./tokens.ts";
import { unsigned } from "./unsigned.ts";

/** All onlookers. */
export const onlookersFor = (target: Target): readonly Onlooker[] => [
  unsigned(target),
  keys(target),
  roles(target),
  queries(),
  gone(target),
  kept(target),
  snapshots(),
  tokens(target),
  partial(target),
  defaults(target),
  maskedKeys(target),
  outageStarts(),
  expiries(),
  listed(target),
  neighbours(target),
  engines(target),
  examples(),
  proofs(target),
  malformed(),
  pages(target),
  filters(),
];
