import { operations } from "@plumbline/schemas";
import { SERVED } from "../served.ts";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";

const takesBoth = SERVED.filter((id) => {
  const names = operations[id].query.map(({ name }) => name);
  return names.includes("envelope") && names.includes("pretty");
});

/** Parameters that are taken one by one and not together, operation by operation. */
export const parameterFaults: readonly Fault[] = layer(
  "parameters",
  takesBoth.map((id) => ({
    id: `QP-${numberOf(id)}`,
    text: `${operations[id].title}: envelope and pretty together are refused.`,
    violates: [`OP${numberOf(id)}-PARAMS`],
    change: ({ missingCompanion }) => ({
      missingCompanion: (groups, given, operation) =>
        operation.id === id && given.has("envelope") && given.has("pretty")
          ? "neither"
          : missingCompanion(groups, given, operation),
    }),
  })),
);
