import type { Example, FailingAnswer } from "./example.ts";
import { stable } from "./neutral.ts";

/** What of a failing answer is the same in every run: what was asked and said, and not which records were there. */
export const lasting = ({ fault, check, expected, received, where, deciding }: FailingAnswer): string =>
  stable(JSON.stringify([fault, check, expected, received, where, deciding?.request.split("\n")[0]]));

/** The same of all that is shown of a rule; requests that others had sent before may come in another order. */
export const lastingOf = ({ sent = [], failing }: Example): string =>
  JSON.stringify([[...new Set(sent.map(stable))].sort(), failing && lasting(failing)]);
