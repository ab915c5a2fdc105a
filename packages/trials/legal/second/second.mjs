// A second set of servers that are right in unusual ways, written from the description alone: most of them show themselves
// only in what came before.
import { attempts } from "./attempts.mjs";
import { backups } from "./backups.mjs";
import { company } from "./company.mjs";
import { digests } from "./digests.mjs";
import { openings } from "./openings.mjs";
import { refusals } from "./refusals.mjs";
import { stages } from "./stages.mjs";
import { states } from "./states.mjs";
import { tokens } from "./tokens.mjs";
import { views } from "./views.mjs";
import { wire } from "./wire.mjs";

export const second = [
  ...wire,
  ...digests,
  ...tokens,
  ...company,
  ...attempts,
  ...openings,
  ...backups,
  ...states,
  ...stages,
  ...views,
  ...refusals,
];
