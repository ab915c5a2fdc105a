import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** Tests are no measurement: a busy machine may take its time. */
const PATIENT = "--most 400";

/**
 * Some of the trials of `small.mjs`: a server that shares nothing with this project, judged from `init --probe`.
 * PLUMBLINE_FULL tries faulty ones too; the built-in reference has those in every test run.
 */
describe("a stranger's server of a dozen operations", () => {
  const faulty = ["--lanes 1 --only pretty-lost-in-envelope,readers-acknowledge --narrow"];
  const full = process.env["PLUMBLINE_FULL"] !== undefined;
  it.each(["--only honest", ...(full ? faulty : [])].map((args) => `${args} ${PATIENT}`))(
    "gets the verdict that it deserves: %s",
    trialsOf("small.mjs"),
  );
});
