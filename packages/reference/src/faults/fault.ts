import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Probe } from "./probe.ts";

/** One way to make the server wrong. */
export interface Fault {
  /** Two letters for the layer and a number; an id never changes. */
  readonly id: string;
  readonly layer: string;
  readonly text: string;
  /** Ids of the requirements that a server with this fault does not meet. */
  readonly violates: readonly string[];
  /** Ids of requirements that it also breaks, visible only with some orders of requests. */
  readonly inPassing?: readonly string[];
  /** The operations that show the fault, if the broken rules concern many more. */
  readonly shownOn?: readonly OperationId[];
  /** The changed decisions, made from the ones they replace. It is called once per server, so it may keep state. */
  readonly change: (behaviour: Behaviour) => Partial<Behaviour>;
  /**
   * Requests that show the fault. Only faults that exist once per operation have none; one test covers all of those.
   */
  readonly probe?: Probe;
}

/** A fault without its layer. */
export type FaultRecord = Omit<Fault, "layer">;

/** The faults of one layer. */
export const layer = (name: string, faults: readonly FaultRecord[]): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, layer: name }));
