import { afterAll, inject } from "vitest";
import { activate, board } from "../switch.ts";
import type {} from "./provided.ts";

/* Runs in the process of each test file before that is loaded. */

const reached: Record<string, number> = {};
board().mutantCoverage = { static: reached, perTest: {} };
const mutant = inject("mutant");
if (mutant !== "") activate(mutant, inject("most"));

afterAll((_context, { file }) => {
  file.meta.reached = reached;
});
