import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** PLUMBLINE_FULL adds trials that take most of a minute. */
const LONG = [
  "kills --command run --removable --times 1 --seed 15",
  "hostile --only create-id-of-cluster.fuzz",
  "permissions --only cleanup",
  "journals --times 16 --only mark",
  "hostile --only create-existing-200.fuzz.removable",
];

/** A few of the trials of `safety.mjs`: separate processes, on the real clock. */
describe("somebody else's server", () => {
  it.each([
    ...(process.env["PLUMBLINE_FULL"] === undefined ? [] : LONG),
    "kills --command fuzz --removable --times 1 --seed 13",
  ])("is left as it was: %s", trialsOf("safety.mjs"));
});
