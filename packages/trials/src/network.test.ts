import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** PLUMBLINE_FULL adds slower trials. */
const LONG = ["stops --only dies.1500.run", "stops --command fuzz --only refuses.150.fuzz"];

/** A few of the trials of `network.mjs`: separate processes, on the real clock. */
describe("a network that works no more", () => {
  it.each([...(process.env["PLUMBLINE_FULL"] === undefined ? [] : LONG), "stops --only 503-years.150.run"])(
    "accuses nobody: %s",
    trialsOf("network.mjs"),
  );
});
