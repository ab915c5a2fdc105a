import { faults } from "@plumbline/reference";
import { rulePage } from "./addresses.ts";
import { grouped } from "./grouped.ts";

/** Faults of one layer of the reference, for the page of all faults. */
export interface FaultLayer {
  readonly name: string;
  readonly faults: readonly {
    readonly id: string;
    readonly text: string;
    readonly violates: readonly { readonly id: string; readonly url: string }[];
  }[];
}

/** The catalogue of faults, grouped by the layer of the server that contains them. */
export const faultLayers = (): readonly FaultLayer[] =>
  [...grouped(faults, ({ layer }) => layer)].map(([name, own]) => ({
    name,
    faults: own.map(({ id, text, violates }) => ({
      id,
      text,
      violates: violates.map((rule) => ({ id: rule, url: rulePage(rule) })),
    })),
  }));
