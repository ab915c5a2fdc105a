// A seventh set: second records and callers, one of two versions, wrong columns, units, limits and repeated answers.
import { alerts } from "./alerts.mjs";
import { callers } from "./callers.mjs";
import { clusters } from "./clusters.mjs";
import { exports } from "./exports.mjs";
import { moves } from "./moves.mjs";
import { restores } from "./restores.mjs";
import { schedules } from "./schedules.mjs";
import { search } from "./search.mjs";
import { settings } from "./settings.mjs";
import { snapshots } from "./snapshots.mjs";

const grouped = { alerts, search, settings, exports, schedules, snapshots, restores, moves, clusters, callers };

export const seventh = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
