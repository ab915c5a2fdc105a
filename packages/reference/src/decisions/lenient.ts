import type { Behaviour } from "./behaviour.ts";

/** The same behaviour for clients whose digest omits the query from its uri, as several npm packages do. */
export function lenient(behaviour: Behaviour): Behaviour {
  return {
    ...behaviour,
    uriMatches: (given, target) =>
      behaviour.uriMatches(given, target) || behaviour.uriMatches(given, target.replace(/\?.*$/, "")),
  };
}
