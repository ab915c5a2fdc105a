import type { Contract } from "@plumbline/schemas";
import { jsonOf } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Passed } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { placeKey } from "./concerns.ts";

/** A list of which all records have passed. */
export interface WholeList {
  readonly records: readonly unknown[];
  /** When its first page was asked for, milliseconds since the epoch. */
  readonly from: number;
}

/** Parameters with which a list holds the same records. */
const NEUTRAL: readonly string[] = ["includeCount", "itemsPerPage", "pageNum", "pretty"];
/** Milliseconds in which the pages of one list have to come. */
const TOGETHER = 30_000;

interface Pages {
  readonly total: number;
  readonly from: number;
  readonly pages: ReadonlyMap<number, readonly unknown[]>;
}

/** Puts together the pages of lists that somebody walks through: only all of them show that a record is not there. */
export class WholeLists {
  readonly #open = new Bounded<Pages>(200);
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** The list that an answer completes; `records` takes them out of one that is no list itself. */
  of(passed: Passed, records?: (json: unknown, contract: Contract) => readonly unknown[]): WholeList | undefined {
    const { call, exchange, recognised, asker } = passed;
    const query = call.query ?? {};
    const json = jsonOf(exchange);
    if (Object.keys(query).some((name) => !NEUTRAL.includes(name))) return undefined;
    const shown = records === undefined ? listIn(json) : records(json, this.#contract);
    const from = exchange.startedAt;
    if (shown === undefined) return undefined;
    if (this.#contract.operation(call.operation, call.version).result.kind !== "paged") return { records: shown, from };
    const total = member(json, "totalCount");
    if (typeof total !== "number") return undefined;
    const size = query["itemsPerPage"] ?? "";
    const key = placeKey(`${asker} ${call.version} ${call.operation} ${size}`, recognised.captured);
    const page = Number(query["pageNum"] ?? 1);
    const open = this.#open.get(key);
    const isNext = page > 1 && open?.total === total && from - open.from <= TOGETHER;
    if (page !== 1 && !isNext) return undefined;
    const known: Pages = isNext ? open : { total, from, pages: new Map() };
    const pages = new Map(known.pages).set(page, shown);
    this.#open.set(key, { ...known, pages });
    const isGapless = Array.from(pages.keys()).every((one) => one >= 1 && one <= pages.size);
    const all = [...pages.values()].flat();
    return isGapless && all.length === total ? { records: all, from: known.from } : undefined;
  }

  /** What was seen of pages before a write does not go together with what comes after it. */
  forget(): void {
    for (const key of [...this.#open.keys()]) this.#open.delete(key);
  }
}
