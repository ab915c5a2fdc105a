// A fourth set: callers, digests, moments and malformed requests.
import { callers } from "./callers.mjs";
import { digests } from "./digests.mjs";
import { moments } from "./moments.mjs";
import { questions } from "./questions.mjs";
import { tokens } from "./tokens.mjs";

const grouped = { callers, tokens, digests, moments, questions };

export const fourth = Object.entries(grouped).flatMap(([group, entries]) => entries.map((one) => ({ group, ...one })));
