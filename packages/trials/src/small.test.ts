import { describe, it } from "vitest";
import { trialsOf } from "./trials-of.test-support.ts";

/** Some of the trials of `small.mjs`: a server that shares nothing with this project, judged from `init --probe`. */
describe("a stranger's server of a dozen operations", () => {
  it.each(["--only honest", "--lanes 1 --only pretty-lost-in-envelope,readers-acknowledge --narrow"])(
    "gets the verdict that it deserves: %s",
    trialsOf("small.mjs"),
  );
});
