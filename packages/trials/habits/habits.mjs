// Servers that violate no sentence of the description: `lie` is the handler of a front, `sentence` says why its
// behaviour is allowed.
import { combinations } from "./combinations.mjs";
import { http } from "./http.mjs";
import { refusals } from "./refusals.mjs";
import { states } from "./states.mjs";
import { views } from "./views.mjs";
import { world } from "./world.mjs";

const every = [...world, ...states, ...views, ...http, ...refusals, ...combinations];

/** A sentence of the description can be read as forbidding these. */
const DOUBTFUL = new Set(["stale-sometimes", "nonce-once", "defaults-left-out"]);
/** As legal as the others, but similar to one of them, or part of a combination. */
const SPARE = new Set([
  "others-create-configs",
  "others-make-roles",
  "others-edit-analyzers",
  "others-make-buckets",
  "figures-drift",
  "writes-overtake",
  "snapshot-never-queued",
  "export-fails",
  "restore-fails",
  "migration-lag",
  "validation-pends",
  "members-reversed",
  "numbers-otherwise",
  "strings-escaped",
  "whitespace-otherwise",
  "pretty-otherwise",
  "mask-otherwise",
  "extra-members",
  "lists-brief",
  "deleted-still-found",
  "counts-removed",
  "closes-always",
  "trickled",
  "compressed",
  "more-headers",
  "header-form",
  "reason-phrases",
  "content-types",
  "slow-answers",
  "unavailable",
  "token-otherwise",
  "token-retry-date",
  "bearer-after",
  "unquoted",
  "next-nonce",
  "missing-first",
]);

export const habits = every.filter(({ id }) => !DOUBTFUL.has(id) && !SPARE.has(id));
export const spare = every.filter(({ id }) => SPARE.has(id));
export const doubtful = every.filter(({ id }) => DOUBTFUL.has(id));
