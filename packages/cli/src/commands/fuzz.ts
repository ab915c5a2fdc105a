import { fuzzRequirements } from "@plumbline/fuzz";
import { isOperationId, OPERATION_IDS } from "@plumbline/schemas";
import type { Command } from "../command.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { judge, OUTPUT_FLAGS } from "./judge.ts";
import { SELECTION_FLAGS, selectionOf } from "./selection.ts";

const { operation } = SELECTION_FLAGS;

export const fuzz: Command = {
  name: "fuzz",
  summary: "send valid draws and single violations to a target",
  flags: {
    ...TARGET_FLAGS,
    ...(operation && { operation }),
    ...(SELECTION_FLAGS["only"] && { only: SELECTION_FLAGS["only"] }),
    seed: { value: "N", help: "decides every draw (default: from the clock, and printed)" },
    requests: { value: "N", help: "requests at most (default 2000)" },
    ...OUTPUT_FLAGS,
  },
  examples: [
    "plumbline fuzz --seed 1 --requests 2000",
    "plumbline fuzz --target prism --seed 1",
    "plumbline fuzz --target target.yml --operation listAlerts",
  ],
  run: async (given, terminal) => {
    const seed = given.integer("seed", 0) ?? Date.now() % 1_000_000;
    const requests = given.integer("requests", 1) ?? 2_000;
    const { operations: _checked, ...selection } = selectionOf(given, fuzzRequirements({ seed, requests }));
    const operations = given.all("operation")?.filter(isOperationId) ?? OPERATION_IDS;
    const requirements = fuzzRequirements({ seed, requests, operations });
    if (!given.has("quiet")) terminal.note(`seed ${seed}\n`);
    return judge({ command: "fuzz", requirements, selection, seed }, given, terminal);
  },
};
