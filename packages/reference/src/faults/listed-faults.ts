import { faults } from "./faults.ts";

/** What is told of a fault to whoever looks for one; the build replaces this file with the finished list. */
export interface ListedFault {
  readonly id: string;
  readonly layer: string;
  /** Requirements, separated by commas. */
  readonly violates: string;
  readonly text: string;
}

export const listedFaults: readonly ListedFault[] = faults.map(({ id, layer, violates, text }) => ({
  id,
  layer,
  violates: violates.join(", "),
  text,
}));
