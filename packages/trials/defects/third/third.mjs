// A third set of defects, independent of the checks.
import { alerts } from "./alerts.mjs";
import { backups } from "./backups.mjs";
import { callers } from "./callers.mjs";
import { clusters } from "./clusters.mjs";
import { exported } from "./exports.mjs";
import { moves } from "./moves.mjs";
import { search } from "./search.mjs";
import { settings } from "./settings.mjs";

const grouped = { alerts, search, settings, exports: exported, backups, moves, clusters, callers };

export const third = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
