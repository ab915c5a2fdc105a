import type { Example, FailingAnswer } from "./example.ts";
import { stable } from "./neutral.ts";

/** The part of a failing answer that is the same in every run: request and answer without the existing records. */
export const lasting = ({ fault, check, expected, received, where, deciding }: FailingAnswer): string =>
  stable(JSON.stringify([fault, check, expected, received, where, deciding?.request.split("\n")[0]]));

/** The same for all examples of a rule. Its requests are sorted, because their order may differ. */
export const lastingOf = ({ sent = [], failing }: Example): string =>
  JSON.stringify([[...new Set(sent.map(stable))].sort(), failing && lasting(failing)]);
