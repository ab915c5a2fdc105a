import { type Campaign, type Draw, leavesRest, walkBody } from "@plumbline/conformance";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { drawBySeed } from "../arbitraries/draw-by-seed.ts";

/** The purpose of a drawn body. */
interface Asked {
  readonly operation: WriteId;
  readonly version: RouteVersion;
  readonly name: string;
  readonly value: number;
  readonly before: Readonly<Record<string, unknown>>;
}

/** A drawn body as it is sent. */
export interface Drawn {
  /** `undefined` for a write without a body. */
  readonly text: string | undefined;
  /** The members that the body contains, in the target's names. */
  readonly names: readonly string[];
  /** The numbers of the parts in the body, and the key under which refusals are counted. */
  readonly parts: readonly number[];
  readonly key: string;
}

/** The distance between seeds, so that two records, and two writes to one, draw different values. */
const APART = 7_919;
/** How often a part is refused alone before it is left out. */
const MOST_REFUSED = 2;

const validator = createValidator();

/** Draws the bodies of walks, all different from each other, and learns which parts a target accepts. */
export class WalkBodies {
  readonly #parts: Pick<Campaign, "contract" | "world">;
  readonly #offered: { readonly matcherFields: readonly string[]; readonly roles: readonly string[] };
  readonly #seed: number;
  readonly #refused = new Map<string, number>();
  #count = 0;

  constructor(
    parts: Pick<Campaign, "contract" | "world">,
    offered: { readonly matcherFields: readonly string[]; readonly roles: readonly string[] },
    seed: number,
  ) {
    this.#parts = parts;
    this.#offered = offered;
    this.#seed = seed;
  }

  /** Bodies to try in order until one is accepted: several parts at once, then one of them, then none. */
  of({ operation, version, name, value, before }: Asked): readonly Drawn[] {
    const { contract, world } = this.#parts;
    const schema = contract.operation(operation, version).body?.schema;
    const key = `${operation}/${version}`;
    if (schema === undefined) return [{ text: undefined, names: [], parts: [], key }];
    this.#count += 1;
    const draw = drawBySeed(this.#seed + value + this.#count * APART);
    const all = walkBody({ ...this.#offered, draw, operation, version, name, before, contract, world });
    if (all === undefined) return [];
    const taken = all.groups
      .map((_group, index) => index)
      .filter((index) => (this.#refused.get(`${key} ${index}`) ?? 0) < MOST_REFUSED);
    // A part that leaves the rest of a record unchanged is more revealing than one that may change it.
    const alone = taken.filter((index) =>
      leavesRest(operation, Object.keys(Object(contract.wire(all.groups[index]))), contract),
    );
    const chosen = alone.length > 0 && draw.integer(0, 2) > 0 ? alone : taken;
    return triesOf(draw, chosen).flatMap((parts) => {
      const body = all.body(Object.assign({}, ...parts.map((index) => all.groups[index])));
      const wire = contract.wire(body);
      // Walks send only bodies that the contract allows.
      if (!validator.accepts(schema, wire)) return [];
      return [{ text: JSON.stringify(wire), names: Object.keys(Object(wire)), parts, key }];
    });
  }

  /** Notes whether a body was accepted. */
  came({ key, parts }: Drawn, isTaken: boolean): void {
    const [part] = parts;
    if (parts.length !== 1 || part === undefined) return;
    const own = `${key} ${part}`;
    this.#refused.set(own, isTaken ? Number.NEGATIVE_INFINITY : (this.#refused.get(own) ?? 0) + 1);
  }
}

/** Most of the parts, then one of them, then none. */
function triesOf(draw: Draw, all: readonly number[]): readonly (readonly number[])[] {
  const some = all.filter(() => draw.integer(0, 3) > 0);
  const [first, ...others] = some.length > 0 ? some : all;
  if (first === undefined) return [[]];
  const one = draw.oneOf([first, ...others]);
  return some.length > 1 ? [some, [one], []] : [[one], []];
}
