import { faults } from "./faults.ts";

/** The members of a fault that a search shows; the build replaces this file with the finished list. */
export interface ListedFault {
  readonly id: string;
  readonly layer: string;
  /** Requirements, separated by commas. */
  readonly violates: string;
  readonly text: string;
}

/** Every fault in the order of `faults`, for `list`, `explain` and shell completion, which never start a server. */
export const listedFaults: readonly ListedFault[] = faults.map(({ id, layer, violates, text }) => ({
  id,
  layer,
  violates: violates.join(", "),
  text,
}));
