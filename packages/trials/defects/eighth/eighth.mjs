// An eighth set: coarse keys, checks of first items only, joins, batches, defaults and old layouts.
import { alerts } from "./alerts.mjs";
import { callers } from "./callers.mjs";
import { clusters } from "./clusters.mjs";
import { exports } from "./exports.mjs";
import { moves } from "./moves.mjs";
import { restores } from "./restores.mjs";
import { schedules } from "./schedules.mjs";
import { search } from "./search.mjs";
import { settings } from "./settings.mjs";
import { views } from "./views.mjs";

const grouped = { alerts, search, settings, exports, schedules, restores, moves, clusters, views, callers };

export const eighth = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
