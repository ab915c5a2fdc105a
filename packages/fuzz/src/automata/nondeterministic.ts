import type { Expression } from "./parse.ts";
import { ANY, type Ranges } from "./ranges.ts";

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly ranges: Ranges;
}

/** The automaton of Thompson's construction; `silent` edges consume no symbol. */
export interface Nondeterministic {
  readonly edges: readonly Edge[];
  readonly silent: ReadonlyMap<number, readonly number[]>;
  readonly start: number;
  readonly end: number;
}

/**
 * Anchors are positions in the text: a state before `^` can only be entered at the start, and a state after `$` only be
 * left at the end. A pattern matches anywhere in a text, so any text may precede and follow an unanchored one.
 */
export function nondeterministic(expression: Expression): Nondeterministic {
  const drawn = new Construction();
  const [start, end] = [drawn.state(), drawn.state()];
  const branches = expression.kind === "choice" ? expression.parts : [expression];
  for (const branch of branches) {
    const [from, to] = [drawn.state(), drawn.state()];
    drawn.skip(start, from);
    drawn.skip(to, end);
    if (!anchored(branch, "start")) drawn.edges.push({ from, to: from, ranges: ANY });
    if (!anchored(branch, "end")) drawn.edges.push({ from: to, to, ranges: ANY });
    const [inner, outer] = [drawn.state(), drawn.state()];
    drawn.skip(from, inner);
    drawn.skip(outer, to);
    drawn.build(branch, inner, outer);
  }
  return { edges: drawn.edges, silent: drawn.silent, start, end };
}

/** An automaton under construction: each part of an expression leads from one state to another. */
class Construction {
  readonly edges: Edge[] = [];
  readonly silent = new Map<number, number[]>();
  #states = 0;

  state(): number {
    const made = this.#states;
    this.#states += 1;
    return made;
  }

  skip(from: number, to: number): void {
    this.silent.set(from, [...(this.silent.get(from) ?? []), to]);
  }

  build(part: Expression, from: number, to: number): void {
    switch (part.kind) {
      case "symbols":
        this.edges.push({ from, to, ranges: part.ranges });
        return;
      case "sequence":
        this.#sequence(part.parts, from, to);
        return;
      case "choice":
        for (const one of part.parts) this.build(one, from, to);
        return;
      case "repeat":
        this.#repeat(part, from, to);
        return;
      case "start":
      case "end":
        // The ends of the whole expression handle anchors, so an anchor inside is an empty step.
        this.skip(from, to);
        return;
      default:
        part satisfies never;
    }
  }

  #sequence(parts: readonly Expression[], from: number, to: number): void {
    let at = from;
    for (const [index, one] of parts.entries()) {
      const after = index === parts.length - 1 ? to : this.state();
      this.build(one, at, after);
      at = after;
    }
    if (parts.length === 0) this.skip(from, to);
  }

  #repeat({ part, least, most }: Extract<Expression, { kind: "repeat" }>, from: number, to: number): void {
    let at = from;
    for (let done = 0; done < least; done += 1) at = this.#next(part, at);
    if (most === Number.POSITIVE_INFINITY) {
      const loop = this.state();
      this.skip(at, loop);
      this.build(part, loop, loop);
      this.skip(loop, to);
      return;
    }
    for (let done = least; done < most; done += 1) {
      this.skip(at, to);
      at = this.#next(part, at);
    }
    this.skip(at, to);
  }

  /** Appends a part that leads to a new state. */
  #next(part: Expression, from: number): number {
    const after = this.state();
    this.build(part, from, after);
    return after;
  }
}

function anchored(expression: Expression, kind: "start" | "end"): boolean {
  switch (expression.kind) {
    case "sequence": {
      const edge = kind === "start" ? expression.parts[0] : expression.parts.at(-1);
      return edge !== undefined && anchored(edge, kind);
    }
    case "choice":
      return expression.parts.every((part) => anchored(part, kind));
    case "start":
    case "end":
      return expression.kind === kind;
    case "symbols":
    case "repeat":
      return false;
    default:
      return expression satisfies never;
  }
}
