// Several compatible habits at once; the first of each is the outermost.
import { rewritten, stack } from "./helpers.mjs";
import * as h from "./http.mjs";
import * as r from "./refusals.mjs";
import * as s from "./states.mjs";
import * as v from "./views.mjs";
import * as w from "./world.mjs";

const allWriting = rewritten({ ...v.HOW.order, ...v.HOW.numbers, ...v.HOW.strings, ...v.HOW.space });
const entry = (id, title, sentence, lie) => ({ id, title, sentence, lie });
const SAME = "each as in the entry of its own";
export const combinations = [
  entry(
    "all-writing",
    "Order, numbers, escapes, white space, media types, compression and chunks at once.",
    SAME,
    stack(h.trickled, h.compressed, h.contentTypes, allWriting),
  ),
  entry(
    "busy-team",
    "Another team changes configurations, alerts, settings, indexes and snapshots.",
    SAME,
    stack(
      w.othersChurnConfigs,
      w.othersAcknowledge,
      w.othersChangeSettings,
      w.othersMakeIndexes,
      w.othersTakeSnapshots,
    ),
  ),
  entry(
    "eventual",
    "Reads lag: new ones not found, old ones found, updates late, lists stale.",
    SAME,
    stack(v.listsStale, v.createdNotYetFound, v.updateSeenLate, v.deletedStillFound, v.countsRemoved),
  ),
  entry(
    "strict-gateway",
    "Opaque challenge, Bearer before, next nonce, more headers in other forms.",
    SAME,
    stack(h.headerForm, h.moreHeaders, r.bearerBefore, r.opaqueChallenge, r.nextNonce),
  ),
  entry(
    "other-errors",
    "Other words, other statuses, gone, missing first.",
    SAME,
    stack(r.otherWords, r.gone, r.missingFirst, r.otherStatuses),
  ),
  entry(
    "other-lists",
    "Reverse lists, brief, with members more, sets in other order, with records of others.",
    SAME,
    stack(w.othersCreateConfigs, v.listsBrief, v.extraMembers, v.arraysReordered, v.listsReversed),
  ),
  entry(
    "bad-day",
    "Snapshots, restore jobs and exports fail; indexes are slow; deletes take time.",
    SAME,
    stack(s.snapshotFails, s.restoreFails, s.exportFails, s.indexSlow, s.snapshotDeletedSlowly),
  ),
  entry(
    "asynchronous",
    "202 for what goes on, outages that end slowly, slow answers, 429 now and then.",
    SAME,
    stack(h.slowAnswers, h.tooMany, h.accepted202, s.outageEndsSlowly, h.deletedConfigSays),
  ),
];
