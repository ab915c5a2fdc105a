import { afterAll, inject } from "vitest";
import { activate, board } from "../switch.ts";
import type {} from "./provided.ts";

/* Runs in the process of each test file before that file is loaded. */

const reached: Record<string, number> = {};
board().mutantCoverage = { static: reached, perTest: {} };
const mutant = inject("mutant");
if (mutant !== "") activate(mutant, inject("most"));

// biome-ignore lint/correctness/noEmptyPattern: vitest takes what is not destructured for its old form, and refuses it.
afterAll(({}, { file }) => {
  file.meta.reached = reached;
});
