// A fifth set: neighbours, later records, stale lists and counts, defaults, roles and the form of refusals.
import { acknowledgements } from "./acknowledgements.mjs";
import { alerts } from "./alerts.mjs";
import { backups } from "./backups.mjs";
import { clusters } from "./clusters.mjs";
import { moves } from "./moves.mjs";
import { refusals } from "./refusals.mjs";
import { restores } from "./restores.mjs";
import { search } from "./search.mjs";
import { settings } from "./settings.mjs";

const grouped = { alerts, acknowledgements, settings, search, backups, restores, moves, clusters, refusals };

export const fifth = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
