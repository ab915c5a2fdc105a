import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** A part of the trials of `hour.mjs`: seven commands, one after another, so only PLUMBLINE_FULL runs it. */
describe.runIf(process.env["PLUMBLINE_FULL"] !== undefined)("the first hour with a partial server", () => {
  it.each(["--only minimal"])("ends with a run that passes: %s", trialsOf("hour.mjs"));
});
