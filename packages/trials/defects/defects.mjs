// Servers with one defect each, which a suite should detect. Each entry quotes the violated words of the description
// and describes the defect. `lie` receives `{ caller, neighbour, fixtures, key, shows, roleOf }` and returns the
// handler of a front. The handler calls `shows` whenever it really changed something; `roleOf` returns the role of a
// public key.
import { callers } from "./callers.mjs";
import { eighth } from "./eighth/eighth.mjs";
import { errors } from "./errors.mjs";
import { fifth } from "./fifth/fifth.mjs";
import { fourth } from "./fourth/fourth.mjs";
import { histories } from "./histories.mjs";
import { neighbours } from "./neighbours.mjs";
import { second } from "./second/second.mjs";
import { secrets } from "./secrets.mjs";
import { seventh } from "./seventh/seventh.mjs";
import { sixth } from "./sixth/sixth.mjs";
import { stamps } from "./stamps.mjs";
import { third } from "./third/third.mjs";
import { values } from "./values.mjs";
import { views } from "./views.mjs";

const groups = { neighbours, histories, views, values, stamps, secrets, callers, errors };

const first = Object.entries(groups).flatMap(([group, all]) => all.map((one) => ({ group, ...one })));

export const defects = [...first, ...second, ...third, ...fourth, ...fifth, ...sixth, ...seventh, ...eighth];
