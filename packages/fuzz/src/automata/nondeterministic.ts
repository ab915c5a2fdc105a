import type { Expression } from "./parse.ts";
import { ANY, type Ranges } from "./ranges.ts";

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly ranges: Ranges;
}

/** Thompson's construction; `silent` edges take no symbol. */
export interface Nondeterministic {
  readonly edges: readonly Edge[];
  readonly silent: ReadonlyMap<number, readonly number[]>;
  readonly start: number;
  readonly end: number;
}

/**
 * Anchors are positions in the text: a state before `^` can be entered at the start only, one behind `$` is left only
 * at the end. A pattern finds its text anywhere, so anything may stand before and behind an unanchored one.
 */
export function nondeterministic(expression: Expression): Nondeterministic {
  const edges: Edge[] = [];
  const silent = new Map<number, number[]>();
  let count = 0;
  const state = (): number => count++;
  const skip = (from: number, to: number): void => {
    silent.set(from, [...(silent.get(from) ?? []), to]);
  };

  const build = (part: Expression, from: number, to: number): void => {
    switch (part.kind) {
      case "symbols":
        edges.push({ from, to, ranges: part.ranges });
        return;
      case "sequence": {
        let at = from;
        for (const [index, one] of part.parts.entries()) {
          const after = index === part.parts.length - 1 ? to : state();
          build(one, at, after);
          at = after;
        }
        if (part.parts.length === 0) skip(from, to);
        return;
      }
      case "choice":
        for (const one of part.parts) build(one, from, to);
        return;
      case "repeat":
        repeat(part.part, part.least, part.most, from, to);
        return;
      case "start":
      case "end":
        // Taken care of at the ends of the whole: an anchor within is no more than a step.
        skip(from, to);
        return;
      default:
        part satisfies never;
    }
  };
  const repeat = (part: Expression, least: number, most: number, from: number, to: number): void => {
    let at = from;
    for (let done = 0; done < least; done += 1) {
      const after = state();
      build(part, at, after);
      at = after;
    }
    if (most === Number.POSITIVE_INFINITY) {
      const loop = state();
      skip(at, loop);
      build(part, loop, loop);
      skip(loop, to);
      return;
    }
    for (let done = least; done < most; done += 1) {
      skip(at, to);
      const after = state();
      build(part, at, after);
      at = after;
    }
    skip(at, to);
  };

  const [start, end] = [state(), state()];
  const branches = expression.kind === "choice" ? expression.parts : [expression];
  for (const branch of branches) {
    const [from, to] = [state(), state()];
    skip(start, from);
    skip(to, end);
    if (!anchored(branch, "start")) edges.push({ from, to: from, ranges: ANY });
    if (!anchored(branch, "end")) edges.push({ from: to, to, ranges: ANY });
    const [inner, outer] = [state(), state()];
    skip(from, inner);
    skip(outer, to);
    build(branch, inner, outer);
  }
  return { edges, silent, start, end };
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
