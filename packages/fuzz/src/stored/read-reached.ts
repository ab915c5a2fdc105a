import { preview } from "@plumbline/schemas/validate";
import { keyOf, MOST, MOST_NUMBERED, REACHED_FORMAT, type Reached, type ReachedCase } from "../memory/reached.ts";
import { closed } from "../reading/closed.ts";
import { list } from "../reading/list.ts";
import { oneOf } from "../reading/one-of.ts";
import { inside } from "../reading/place.ts";
import type { Read } from "../reading/read.ts";
import { refuse } from "../reading/refuse.ts";
import { text } from "../reading/text.ts";
import { whole } from "../reading/whole.ts";
import { readOperation } from "./read-operation.ts";

/** Limit in characters; the longest planned name has about 140. */
const LONGEST = 400;
const NAME = /^(?:refused|accepted|no crash|kept out|let in) ([A-Za-z]+)\/(?:v1\.0|v2|own) \P{Cc}+$/u;

const number = whole(0, Number.MAX_SAFE_INTEGER);
const testCase = closed(
  { testCase: text(LONGEST, { pattern: NAME, what: "the name of a request, with its aim, operation and version" }) },
  { seed: number, drawn: number },
);
const members = closed({
  format: oneOf(REACHED_FORMAT),
  operation: readOperation,
  answers: list<ReachedCase>(testCase, 0, MOST.answers),
  cells: list<ReachedCase>(testCase, 0, MOST.cells),
});

/** The names of requests to one operation. `recall`, which knows the target, decides whether they are the fuzzer's. */
export const readReached: Read<Reached> = (value, place) => {
  const reached = members(value, place);
  const known = new Set<string>();
  let numbered = 0;
  for (const name of ["answers", "cells"] as const)
    for (const [index, one] of reached[name].entries()) {
      const here = inside(inside(place, name), index);
      const [, operation = ""] = NAME.exec(one.testCase) ?? [];
      if (operation !== reached.operation)
        refuse(here, `a request to ${reached.operation}`, preview(one.testCase, 120));
      if (one.seed !== undefined && (one.drawn !== undefined || !one.testCase.startsWith("accepted ")))
        refuse(here, "a seed beside a request that must be accepted only, and not beside a number", preview(one, 120));
      if (known.has(keyOf(one))) refuse(here, "each request once", preview(one.testCase, 120));
      known.add(keyOf(one));
      if (one.seed !== undefined || one.drawn !== undefined) numbered += 1;
      if (numbered > MOST_NUMBERED) refuse(here, `at most ${MOST_NUMBERED} requests with a number`, "one more");
    }
  return reached;
};
