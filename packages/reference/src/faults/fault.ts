import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Probe } from "./probe.ts";

/** A way to be wrong that can be switched on. */
export interface Fault {
  /** Two letters for the layer and a number; stable. */
  readonly id: string;
  readonly layer: string;
  readonly text: string;
  /** Ids of the requirements that a server with this fault does not meet. */
  readonly violates: readonly string[];
  /** Ids of requirements that it does not meet either, which only shows where requests happen to come in some order. */
  readonly inPassing?: readonly string[];
  /** The operations it shows on, where the rules it breaks are about many more. */
  readonly shownOn?: readonly OperationId[];
  /** The decisions that differ, made from those they replace; called once per server, so it may remember things. */
  readonly change: (behaviour: Behaviour) => Partial<Behaviour>;
  /** What shows it. Only faults that there is one of for each operation have none: one test asks for all of those. */
  readonly probe?: Probe;
}

/** A fault as it is written down, without the layer that it is of. */
export type FaultRecord = Omit<Fault, "layer">;

/** The faults of one layer. */
export const layer = (name: string, faults: readonly FaultRecord[]): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, layer: name }));
