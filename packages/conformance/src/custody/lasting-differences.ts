import { eventually } from "../ground/eventually.ts";
import type { Ledger } from "./ledger.ts";
import type { CustodyParts } from "./request.ts";
import type { Restless } from "./restless.ts";
import { type Difference, differences, type Sighting, type Sightings } from "./sightings.ts";

/** Milliseconds of a look at what goes on without a write, at least. */
export const SHORTEST_CONTROL = 150;
/** Milliseconds in which a read may still show what was there before a write. */
export const LATE = 10_000;
/** Looks of that kind before nobody else is taken to be at work. */
const CONTROLS = 10;

/** What was seen before and after something was written. */
export interface Watched {
  readonly before: Sightings;
  readonly after: Sightings;
  readonly look: () => Promise<Sightings | undefined>;
  /** Whether what was written has to account for a difference. */
  readonly counts: (difference: Difference, now: Sightings) => boolean;
  /** How long another client may have had. */
  readonly milliseconds: number;
}

/** What comparisons of one run have in common. */
export interface Comparing {
  readonly parts: CustodyParts;
  readonly ledger: Ledger;
  readonly restless: Restless;
}

/** What came of a comparison. */
export interface Compared {
  readonly lasting: readonly Difference[];
  /** Something differed, and nothing of that lasts: a read that says nothing, with which nothing is to be compared. */
  readonly hasHealed: boolean;
}

/**
 * The differences that nothing but what was written explains: one that heals was a late read, and one that goes on without a
 * write was made by somebody else.
 */
export async function lastingDifferences(
  { parts, ledger, restless }: Comparing,
  { before, after, look, counts, milliseconds }: Watched,
): Promise<Compared> {
  const differ = (one: Sightings, other: Sightings): readonly Difference[] => differences(one, other, parts.now());
  const found = (now: Sightings | undefined): readonly Difference[] =>
    now === undefined ? [] : differ(before, now).filter((one) => counts(one, now) && !restless.accountsFor(one));
  if (found(after).length === 0) return { lasting: [], hasHealed: false };
  const settled = await eventually(parts.pass, look, (now) => found(now).length === 0);
  const stays = found(settled);
  if (stays.length === 0) return HEALED;
  // The control: what goes on in the same time when nothing is written. Another client may pause longer than that.
  let left: readonly Difference[] = stays;
  let last = await look();
  for (let times = 0; times < CONTROLS && left.length > 0; times += 1) {
    // What happened to the run's own is no other client's doing.
    if (times > 0 && left.every(({ sighting }) => ledger.holds(sighting.id))) break;
    await parts.wait(Math.max(SHORTEST_CONTROL, milliseconds));
    const now = await look();
    if (last === undefined || now === undefined) return HEALED;
    const changed = differ(last, now);
    restless.takes(changed.filter(({ sighting }) => !ledger.holds(sighting.id)));
    const moved = [...changed, ...differ(now, last)];
    left = left.filter((one) => !goesOn(one, moved, ledger));
    last = now;
  }
  return { lasting: left, hasHealed: left.length === 0 };
}

const HEALED: Compared = { lasting: [], hasHealed: true };

/** Whether a record like this one changes without a write of the run's: members that move, or another client at work. */
function goesOn({ sighting, members }: Difference, all: readonly Difference[], ledger: Ledger): boolean {
  const isOf = (one: Sighting): boolean => one.kind === sighting.kind;
  const moved = all.filter((one) => isOf(one.sighting));
  if (!ledger.holds(sighting.id)) return moved.some((one) => !ledger.own.has(one.sighting.id));
  return moved.some((one) => one.sighting.id === sighting.id && members.every((name) => one.members.includes(name)));
}
