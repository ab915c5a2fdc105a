import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** PLUMBLINE_FULL adds those that take longer. */
const LONG = ["stops --only dies.1500.run", "stops --command fuzz --only refuses.150.fuzz"];

/** A handful of the trials of `network.mjs`, which has all of them: processes of their own, on the real clock. */
describe("a network that works no more", () => {
  it.each([...(process.env["PLUMBLINE_FULL"] === undefined ? [] : LONG), "stops --only 503-years.150.run"])(
    "accuses nobody: %s",
    trialsOf("network.mjs"),
  );
});
