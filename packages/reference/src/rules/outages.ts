import type { Fields } from "../records/fields.ts";
import type { StoredOutage } from "../records/outage.ts";

const SECOND = 1_000;
/** Seconds that each state lasts after the request; the last state is permanent. */
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

/** The decisions about outage simulations that a server can get wrong. */
export interface OutageBehaviour {
  stateOf(outage: StoredOutage, now: number): string;
  /** Whether a simulation has progressed enough to be ended; the description does not require that. */
  mayEnd(outage: StoredOutage, now: number): boolean;
  /** Whether an end request ends the addressed simulation; `all` has every one of the project. */
  ends(outage: StoredOutage, all: readonly StoredOutage[]): boolean;
  /** The other simulations of the project that end with the addressed one. */
  endsWith(outage: StoredOutage, all: readonly StoredOutage[]): readonly StoredOutage[];
  /** The filters of a simulation: those of its start request, whatever an earlier simulation had. */
  filters(sent: StoredOutage["outageFilters"], before: StoredOutage | undefined): StoredOutage["outageFilters"];
  showOutage(outage: Fields): unknown;
  showRead(outage: Fields): unknown;
  showEnded(outage: Fields): unknown;
}

/** Decides about outage simulations as the description says; the state derives from the time since start or end. */
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
