// Servers that are correct in unusual ways: the suite must call none of them wrong. Each entry describes the difference
// and the words, or the silence, of the description that allow it. `lie` is as for a defect, and the handler calls
// `shows` whenever its answer differs from that of the correct server.
import { callers } from "./callers.mjs";
import { company } from "./company.mjs";
import { limits } from "./limits.mjs";
import { moments } from "./moments.mjs";
import { refusals } from "./refusals.mjs";
import { second } from "./second/second.mjs";
import { states } from "./states.mjs";
import { statuses } from "./statuses.mjs";
import { texts } from "./texts.mjs";
import { views } from "./views.mjs";
import { wire } from "./wire.mjs";

const groups = { wire, texts, moments, refusals, limits, callers, statuses, states, views, company, second };

export const legal = Object.entries(groups).flatMap(([group, all]) => all.map((one) => ({ group, ...one })));
