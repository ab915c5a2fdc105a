import type { Fields } from "../records/fields.ts";
import type { StoredOutage } from "../records/outage.ts";

const SECOND = 1_000;
/** How long each state lasts from the request on; the last one stays. */
const STARTING = [
  ["START_REQUESTED", 5],
  ["STARTING", 30],
  ["SIMULATING", Number.POSITIVE_INFINITY],
] as const;
const ENDING = [
  ["RECOVERY_REQUESTED", 5],
  ["RECOVERING", 30],
  ["COMPLETE", Number.POSITIVE_INFINITY],
] as const;

/** Decisions about outage simulations in which a server can be wrong. */
export interface OutageBehaviour {
  stateOf(outage: StoredOutage, now: number): string;
  /** Whether a simulation is far enough to be ended; the description does not say that it has to be. */
  mayEnd(outage: StoredOutage, now: number): boolean;
  ends(outage: StoredOutage): boolean;
  /** The simulations that end with the addressed one, from all that the project has. */
  endsWith(outage: StoredOutage, all: readonly StoredOutage[]): readonly StoredOutage[];
  /** What a simulation filters by: what its start was sent with, whatever one before it had. */
  filters(sent: StoredOutage["outageFilters"], before: StoredOutage | undefined): StoredOutage["outageFilters"];
  showOutage(outage: Fields): unknown;
  showRead(outage: Fields): unknown;
  showEnded(outage: Fields): unknown;
}

/** Decides about outage simulations as the description says; the state follows from the time since start or end. */
export const honestOutages: OutageBehaviour = {
  stateOf: ({ created, ended }, now) => {
    const [states, since] = ended === undefined ? [STARTING, created] : [ENDING, ended];
    return states.find(([, seconds]) => now - since < seconds * SECOND)?.[0] ?? states[2][0];
  },
  mayEnd: () => true,
  ends: () => true,
  endsWith: () => [],
  filters: (sent) => sent,
  showOutage: (outage) => outage,
  showRead: (outage) => outage,
  showEnded: (outage) => outage,
};
