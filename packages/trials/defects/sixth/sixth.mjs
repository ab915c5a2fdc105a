// A sixth set: caches, neighbours, unusual, empty and zero values, one of two versions, and concurrent changes.
import { alerts } from "./alerts.mjs";
import { clusters } from "./clusters.mjs";
import { exports } from "./exports.mjs";
import { moves } from "./moves.mjs";
import { restores } from "./restores.mjs";
import { schedules } from "./schedules.mjs";
import { search } from "./search.mjs";
import { settings } from "./settings.mjs";
import { snapshots } from "./snapshots.mjs";

const grouped = { alerts, search, settings, exports, schedules, snapshots, restores, moves, clusters };

export const sixth = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
