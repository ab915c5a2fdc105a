import type { Behaviour } from "./behaviour.ts";

/**
 * The same behaviour, with refusals of the public service that the description leaves open: it refuses to end an outage
 * before its simulation runs, and a matcher or notification without known members.
 */
export function asPublic(behaviour: Behaviour): Behaviour {
  const { outages } = behaviour;
  return {
    ...behaviour,
    outages: { ...outages, mayEnd: (outage, now) => outages.stateOf(outage, now) === "SIMULATING" },
    takesStrayParts: () => false,
  };
}
