import { eventually } from "../ground/eventually.ts";
import type { Ledger } from "./ledger.ts";
import type { OthersChanges } from "./others-changes.ts";
import type { CustodyParts } from "./request.ts";
import { type Difference, differences, type Sighting, type Sightings } from "./sightings.ts";

/** The shortest control look, in milliseconds: a look at changes that happen without a write. */
export const SHORTEST_CONTROL = 150;
/** Milliseconds during which a read may still show the state before a write. */
export const LATE = 10_000;
/** Control looks before the run rules out another client as the cause. */
const CONTROLS = 10;

/** The records before and after a write. */
export interface Watched {
  readonly before: Sightings;
  readonly after: Sightings;
  readonly look: () => Promise<Sightings | undefined>;
  /** Whether a difference needs an explanation; if nothing else explains it, the write is to blame. */
  readonly counts: (difference: Difference, now: Sightings) => boolean;
  /** The time between the two looks, in which another client may have worked. */
  readonly milliseconds: number;
}

/** The parts that all comparisons of a run share. */
export interface Comparing {
  readonly parts: CustodyParts;
  readonly ledger: Ledger;
  readonly othersChanges: OthersChanges;
}

/** The result of a comparison. */
export interface Compared {
  readonly lasting: readonly Difference[];
  /** Some records differed at first but not at the end. Such a look says nothing, so nothing is compared with it. */
  readonly hasHealed: boolean;
}

/**
 * The differences that only the write explains. A difference that disappears was a late read, and one that continues
 * without a write has another cause.
 */
export async function lastingDifferences(
  { parts, ledger, othersChanges }: Comparing,
  { before, after, look, counts, milliseconds }: Watched,
): Promise<Compared> {
  const differ = (one: Sightings, other: Sightings): readonly Difference[] => differences(one, other, parts.now());
  const found = (now: Sightings | undefined): readonly Difference[] =>
    now === undefined ? [] : differ(before, now).filter((one) => counts(one, now) && !othersChanges.explains(one));
  if (found(after).length === 0) return { lasting: [], hasHealed: false };
  const settled = await eventually(parts.pass, look, (now) => found(now).length === 0);
  const stays = found(settled);
  if (stays.length === 0) return HEALED;
  // The control: which records change in the same time without a write? Another client may pause longer, so it looks
  // several times.
  let left: readonly Difference[] = stays;
  let last = await look();
  for (let times = 0; times < CONTROLS && left.length > 0; times += 1) {
    // No other client changes the run's own records, so they need one control look only.
    if (times > 0 && left.every(({ sighting }) => ledger.holds(sighting.id))) break;
    await parts.wait(Math.max(SHORTEST_CONTROL, milliseconds));
    const now = await look();
    if (last === undefined || now === undefined) return HEALED;
    const changed = differ(last, now);
    othersChanges.record(changed.filter(({ sighting }) => !ledger.holds(sighting.id)));
    const moved = [...changed, ...differ(now, last)];
    left = left.filter((one) => !goesOn(one, moved, ledger));
    last = now;
  }
  return { lasting: left, hasHealed: left.length === 0 };
}

const HEALED: Compared = { lasting: [], hasHealed: true };

/** Whether a similar record changes without a write: a member that changes by itself, or the work of another client. */
function goesOn({ sighting, members }: Difference, all: readonly Difference[], ledger: Ledger): boolean {
  const isOf = (one: Sighting): boolean => one.kind === sighting.kind;
  const moved = all.filter((one) => isOf(one.sighting));
  if (!ledger.holds(sighting.id)) return moved.some((one) => !ledger.own.has(one.sighting.id));
  return moved.some((one) => one.sighting.id === sighting.id && members.every((name) => one.members.includes(name)));
}
