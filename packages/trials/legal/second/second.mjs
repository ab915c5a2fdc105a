// A second set of servers that are correct in unusual ways, all derived from the description: most differences depend
// on earlier requests.
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
