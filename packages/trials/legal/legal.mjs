// Servers that are right in unusual ways: none of them may be called wrong. Each entry says what it does otherwise and
// which words, or which silence, allow it; `lie` is as that of a defect, and `shows` is called whenever an answer is another
// than that of the honest server.
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
