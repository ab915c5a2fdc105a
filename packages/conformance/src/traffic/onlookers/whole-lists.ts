import type { Contract } from "@plumbline/schemas";
import { jsonOf } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Passed } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { placeKey } from "./concerns.ts";

/** A list of which the traffic showed all records. */
export interface WholeList {
  readonly records: readonly unknown[];
  /** The time of the request for its first page, in milliseconds since the epoch. */
  readonly from: number;
}

/** Parameters that do not change which records the whole list holds. */
const NEUTRAL: readonly string[] = ["includeCount", "itemsPerPage", "pageNum", "pretty"];
/** The most milliseconds from the request for the first page to that for the last. */
const TOGETHER = 30_000;

interface Pages {
  readonly total: number;
  readonly from: number;
  readonly pages: ReadonlyMap<number, readonly unknown[]>;
}

/** Joins the pages of lists that a client walks through: only all of them together show that a record is missing. */
export class WholeLists {
  readonly #open = new Bounded<Pages>(200);
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** The list that an answer completes; `records` finds the records in an answer that is no list itself. */
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

  /** Forgets all pages: those before a write do not fit those after it. */
  forget(): void {
    for (const key of [...this.#open.keys()]) this.#open.delete(key);
  }
}
