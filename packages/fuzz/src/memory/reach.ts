import type { OperationId } from "@plumbline/schemas";
import type { Ruling } from "../asking/judge.ts";
import type { TestCase } from "../cases/test-case.ts";
import { cellKey } from "../coverage/log.ts";
import {
  inOrder,
  keyOf,
  MOST,
  MOST_NUMBERED,
  nameOf,
  REACHED_FORMAT,
  type Reached,
  type ReachedCase,
} from "./reached.ts";
import { type Recalling, recall } from "./recall.ts";

/** A stored name that is none of the fuzzer's requests: where it stands, and what it says. */
export interface Stranger {
  readonly operation: OperationId;
  readonly pointer: string;
  readonly name: string;
}

type Kind = keyof typeof MOST;

/** The first in the order of a run to show something; a request of an earlier run comes before all of this one. */
interface First {
  readonly testCase: TestCase;
  readonly rank: number;
}

const EARLIER = -1;

/**
 * What the requests of earlier runs have reached on a target, and those of this one: which to ask first, and which to name
 * to later runs. What is named is the first in the order of the run, so that equal runs name equal requests although
 * sixteen are under way.
 */
export class Reach {
  readonly #stored: readonly Reached[];
  readonly #firsts: Readonly<Record<Kind, Map<string, First>>> = { answers: new Map(), cells: new Map() };
  readonly #counts = new Map<string, number>();
  readonly #strangers: Stranger[] = [];
  #recalled = new Set<TestCase>();
  #ranks: ReadonlyMap<TestCase, number> = new Map();
  #seed = 0;
  #asked = 0;

  constructor(stored: readonly Reached[]) {
    this.#stored = stored;
  }

  /** The requests of earlier runs that this one may send: first those that brought other answers, then by its own order. */
  begin(recalling: Recalling): readonly TestCase[] {
    const { plan, seed } = recalling;
    this.#seed = seed;
    this.#ranks = new Map(plan.map((testCase, rank) => [testCase, rank]));
    const found: Readonly<Record<Kind, TestCase[]>> = { answers: [], cells: [] };
    const testCaseOf = recall(recalling);
    for (const reached of this.#stored)
      for (const kind of KINDS)
        for (const [index, name] of reached[kind].entries()) {
          const testCase = testCaseOf(name);
          if (testCase === "nothing")
            this.#strangers.push({
              operation: reached.operation,
              pointer: `/${kind}/${index}/testCase`,
              name: name.testCase,
            });
          else if (testCase !== "elsewhere") found[kind].push(testCase);
        }
    const rankOf = (testCase: TestCase): number => this.#ranks.get(testCase) ?? plan.length;
    const ordered = KINDS.flatMap((kind) => found[kind].toSorted((a, b) => rankOf(a) - rankOf(b)));
    this.#recalled = new Set(ordered);
    for (const testCase of this.#recalled) if (showsCell(testCase)) this.#claim("cells", cellOf(testCase), testCase);
    return [...this.#recalled];
  }

  /** Whether an earlier run has reached what a request is about. */
  isKnown(testCase: TestCase): boolean {
    return showsCell(testCase) && this.#firsts.cells.get(cellOf(testCase))?.rank === EARLIER;
  }

  /** Takes note of an answer with its error code; what says nothing of the target shows nothing. */
  see(testCase: TestCase, { verdict, reason }: Ruling, status: number, code: string): void {
    if (this.#recalled.has(testCase)) this.#asked += 1;
    if (status === 0 || (verdict === "unspecified" && reason !== "business")) return;
    this.#claim("answers", `${testCase.operation} ${status} ${code}`, testCase);
    if (verdict !== "unspecified" && showsCell(testCase)) this.#claim("cells", cellOf(testCase), testCase);
  }

  /** Requests of earlier runs that were answered in this one. */
  get asked(): number {
    return this.#asked;
  }

  /** Stored names that are none of the fuzzer's requests. */
  get strangers(): readonly Stranger[] {
    return this.#strangers;
  }

  /** What is to be stored for the operations of which this run has reached something new. */
  get added(): readonly Reached[] {
    const operations = new Set(KINDS.flatMap((kind) => this.#own(kind).map(({ operation }) => operation)));
    return [...operations].sort().map((operation) => this.#merged(operation));
  }

  #merged(operation: OperationId): Reached {
    const known = this.#stored.filter((one) => one.operation === operation);
    const lists: Record<Kind, ReachedCase[]> = {
      answers: known.flatMap(({ answers }) => answers),
      cells: known.flatMap(({ cells }) => cells),
    };
    const all = new Set([...lists.answers, ...lists.cells].map(keyOf));
    let numbered = [...lists.answers, ...lists.cells].filter(hasNumber).length;
    for (const kind of KINDS)
      for (const testCase of this.#own(kind)) {
        const name = nameOf(testCase, this.#seed);
        if (testCase.operation !== operation || all.has(keyOf(name)) || lists[kind].length >= MOST[kind]) continue;
        if (hasNumber(name) && numbered >= MOST_NUMBERED) continue;
        if (hasNumber(name)) numbered += 1;
        all.add(keyOf(name));
        lists[kind].push(name);
      }
    return { format: REACHED_FORMAT, operation, answers: inOrder(lists.answers), cells: inOrder(lists.cells) };
  }

  /** What this run was the first to show, in its order. */
  #own(kind: Kind): readonly TestCase[] {
    const firsts = [...this.#firsts[kind].values()].filter(({ rank }) => rank !== EARLIER);
    return firsts.toSorted((a, b) => a.rank - b.rank).map(({ testCase }) => testCase);
  }

  #claim(kind: Kind, what: string, testCase: TestCase): void {
    const firsts = this.#firsts[kind];
    const first = firsts.get(what);
    if (first?.rank === EARLIER) return;
    const rank = this.#rankOf(testCase);
    if (first !== undefined && first.rank <= rank) return;
    if (first === undefined && !this.#hasRoom(kind, testCase)) return;
    firsts.set(what, { testCase, rank });
  }

  /** A target may make up another error code for each answer. */
  #hasRoom(kind: Kind, { operation }: TestCase): boolean {
    const key = `${kind} ${operation}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return count < 2 * MOST[kind];
  }

  #rankOf(testCase: TestCase): number {
    if (this.#recalled.has(testCase)) return EARLIER;
    const drawn = /^drawn (\d+) /.exec(testCase.id)?.[1];
    return this.#ranks.get(testCase) ?? this.#ranks.size + Number(drawn ?? 0);
  }
}

const KINDS = ["answers", "cells"] as const satisfies readonly Kind[];

const hasNumber = ({ seed, drawn }: ReachedCase): boolean => seed !== undefined || drawn !== undefined;

/** Whether it is about a cell that the contract has: other forms are worth their answers only. */
const showsCell = ({ aim }: TestCase): boolean => aim === "refused" || aim === "accepted";

/** Without positions in lists: a drawn body may have an item more. */
function cellOf(testCase: TestCase): string {
  const { pointer } = testCase.shows;
  if (!/\/\d/.test(pointer)) return cellKey(testCase);
  return cellKey({ ...testCase, shows: { ...testCase.shows, pointer: pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*") } });
}
