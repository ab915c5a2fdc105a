import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** A high time limit, because tests are no measurement and the machine may be busy. */
const PATIENT = "--most 400";

/**
 * Some of the trials of `small.mjs`: a server that shares nothing with this project, judged from `init --probe`.
 * PLUMBLINE_FULL also tries more mistakes; every test run covers them in the built-in reference.
 */
describe("a stranger's server of a dozen operations", () => {
  const faulty = ["--lanes 1 --only pretty-lost-in-envelope,readers-acknowledge --narrow"];
  const full = process.env["PLUMBLINE_FULL"] !== undefined;
  it.each(["--only honest", ...(full ? faulty : [])].map((args) => `${args} ${PATIENT}`))(
    "gets the verdict that it deserves: %s",
    trialsOf("small.mjs"),
  );
});
