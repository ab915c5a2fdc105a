import type { Behaviour } from "./behaviour.ts";

/**
 * The same behaviour with what the public service refuses and the description leaves open: to end an outage that is not
 * simulated yet, and a matcher or a notification of which nothing is known.
 */
export function asPublic(behaviour: Behaviour): Behaviour {
  const { outages } = behaviour;
  return {
    ...behaviour,
    outages: { ...outages, mayEnd: (outage, now) => outages.stateOf(outage, now) === "SIMULATING" },
    takesStrayParts: () => false,
  };
}
