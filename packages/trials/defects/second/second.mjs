// A second set of defects, independent of the checks and of the first set.
import { alerts } from "./alerts.mjs";
import { backups } from "./backups.mjs";
import { clusters } from "./clusters.mjs";
import { edges } from "./edges.mjs";
import { exported } from "./exports.mjs";
import { moves } from "./moves.mjs";
import { search } from "./search.mjs";
import { settings } from "./settings.mjs";

const grouped = { alerts, search, settings, exports: exported, backups, moves, clusters, edges };

export const second = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
