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

/** A stored name that is not a request of the fuzzer: its place and its text. */
export interface Stranger {
  readonly operation: OperationId;
  readonly pointer: string;
  readonly name: string;
}

type Kind = keyof typeof MOST;

/** The first request in the order of a run that shows something. Requests of earlier runs precede all of this run. */
interface First {
  readonly testCase: TestCase;
  readonly rank: number;
}

const EARLIER = -1;

/**
 * The results of earlier runs and of this run on a target. Determines which requests to send first, and which to store
 * for later runs. It stores the first request in the order of the run, so that equal runs store equal requests although
 * sixteen are in progress.
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

  /**
   * The requests of earlier runs that this run may send: first those that got different answers, then those that proved
   * cells, both in the order of this run.
   */
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

  /** Whether an earlier run has reached the subject of a request. */
  isKnown(testCase: TestCase): boolean {
    return showsCell(testCase) && this.#firsts.cells.get(cellOf(testCase))?.rank === EARLIER;
  }

  /** Notes an answer with its error code. Answers that decide nothing are ignored. */
  see(testCase: TestCase, { verdict, reason }: Ruling, status: number, code: string): void {
    if (this.#recalled.has(testCase)) this.#asked += 1;
    if (status === 0 || (verdict === "unspecified" && reason !== "business")) return;
    this.#claim("answers", `${testCase.operation} ${status} ${code}`, testCase);
    if (verdict !== "unspecified" && showsCell(testCase)) this.#claim("cells", cellOf(testCase), testCase);
  }

  /** Requests of earlier runs that this run got answers for. */
  get asked(): number {
    return this.#asked;
  }

  /** Stored names that are not requests of the fuzzer. */
  get strangers(): readonly Stranger[] {
    return this.#strangers;
  }

  /** The data to store for the operations with new results in this run. */
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

  /** The requests that were the first to show something in this run, in its order. */
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

  /** The limit matters because a target may invent a new error code for each answer. */
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

/** Whether a request shows a cell of the contract; other forms only count for their answers. */
const showsCell = ({ aim }: TestCase): boolean => aim === "refused" || aim === "accepted";

/** The cell without list indexes: a drawn body may have one item more. */
function cellOf(testCase: TestCase): string {
  const { pointer } = testCase.shows;
  if (!/\/\d/.test(pointer)) return cellKey(testCase);
  return cellKey({ ...testCase, shows: { ...testCase.shows, pointer: pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*") } });
}
