import { parseJson } from "@plumbline/client";
import { type Contract, isWriteId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import type { Target } from "../../target/target.ts";
import { WRITES } from "../../writes/table.ts";
import type { Makes, Write } from "../../writes/write.ts";
import { endOf, type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { placeKey } from "./concerns.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";
import { WholeLists } from "./whole-lists.ts";

/** Milliseconds after which a list must show a new record: as long as a run waits for it. */
const LISTED_AFTER = 60_000;
/** How many records must be missing from lists before it counts as the server's fault. */
const OFTEN = 2;

/** The requirements that a list shows a new record. */
const RULES: Readonly<Partial<Record<WriteId, string>>> = {
  createAlertConfig: "ALC-CREATE-ECHO",
  createExportBucket: "EXB-LIFECYCLE",
  createSearchIndex: "SRCH-KEPT",
  takeSnapshot: "SNP-TAKE",
};

interface Made {
  readonly passed: Passed;
  readonly requirement: string;
  readonly effect: Makes;
  readonly id: string;
  /** The time of the answer to the create, in milliseconds since the epoch. */
  readonly at: number;
  /** The keys of the read and of the list that show the record. */
  readonly key: string;
  readonly listedAt: string;
  /** A complete list without the record. */
  readonly missing?: Passed;
}

/**
 * A list must show a created record as long as it exists. A read or a removal after the list proves that the record
 * existed at that time.
 */
export const listed = ({ contract }: Target): Onlooker => new Listing(contract);

class Listing implements Onlooker {
  readonly decides = Object.values(RULES);
  readonly #contract: Contract;
  readonly #lists: WholeLists;
  /** By the key of the read. */
  readonly #made = new Bounded<Made>(500);
  readonly #unlisted = new Map<string, Set<string>>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#lists = new WholeLists(contract);
  }

  readonly see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    if (!wasAccepted(exchange)) return [];
    const { startedAt: from, milliseconds } = exchange;
    if (recognised.route.method !== "GET") {
      this.#lists.forget();
      const found = this.#ofRemoval(passed);
      this.#forget({ passed, place: recognised.captured, from, until: from + milliseconds });
      if (call.due === undefined && isWriteId(call.operation)) this.#ofMade(passed, call.operation);
      return found;
    }
    if (call.query?.["envelope"] === "true") return [];
    return [...this.#ofList(passed), ...this.#ofSeen(passed, placeKey(call.operation, recognised.captured))];
  };

  readonly doubt = (write: DoubtedWrite): void => {
    this.#lists.forget();
    this.#forget(write);
  };

  #ofMade(passed: Passed, operation: WriteId): void {
    const requirement = RULES[operation];
    const { effect } = WRITES[operation];
    if (requirement === undefined || effect.kind !== "makes") return;
    const { exchange, recognised } = passed;
    const idName = this.#contract.field(effect.id);
    const id = member(recordOf(jsonOf(exchange), idName), idName);
    if (effect.read === undefined || effect.list === undefined || typeof id !== "string") return;
    const key = placeKey(effect.read, { ...recognised.captured, [effect.parameter]: id });
    const place = { ...recognised.captured, ...effect.listedAt?.(parseJson(exchange.request.body ?? "")) };
    const at = exchange.startedAt + exchange.milliseconds;
    const listedAt = placeKey(effect.list, place);
    this.#made.set(key, { passed: withoutAnswer(passed), requirement, effect, id, at, key, listedAt });
  }

  #ofList(passed: Passed): readonly Found[] {
    const { recognised } = passed;
    const at = placeKey(recognised.operation, recognised.captured);
    const own = [...this.#made.keys()].flatMap((key) => this.#made.get(key) ?? []).filter((one) => one.listedAt === at);
    const list = own.length === 0 ? undefined : this.#lists.of(passed, own[0]?.effect.records);
    if (list === undefined) return [];
    return own.flatMap((one): readonly Found[] => {
      const idName = this.#contract.field(one.effect.id);
      if (list.records.some((record) => member(record, idName) === one.id)) {
        this.#made.delete(one.key);
        return [{ requirement: one.requirement, judgement: upheld, passed: one.passed }];
      }
      if (list.from - one.at >= LISTED_AFTER) this.#made.set(one.key, { ...one, missing: withoutAnswer(passed) });
      return [];
    });
  }

  /** A successful removal proves that the record existed. */
  #ofRemoval(passed: Passed): readonly Found[] {
    const { exchange, recognised, call } = passed;
    const { effect, on }: Partial<Write> = isWriteId(call.operation) ? WRITES[call.operation] : {};
    const made = on && WRITES[on.create].effect;
    if (effect?.kind !== "owned" || effect.removes !== true || made?.kind !== "makes") return [];
    return exchange.request.method !== "DELETE" || made.read === undefined
      ? []
      : this.#ofSeen(passed, placeKey(made.read, recognised.captured));
  }

  /** The record exists now and was created before the list, so it also existed when the list was read. */
  #ofSeen({ exchange }: Passed, key: string): readonly Found[] {
    const one = this.#made.get(key);
    const missing = one?.missing;
    if (one === undefined || missing === undefined || exchange.startedAt < endOf(missing)) return [];
    const { requirement, passed, at, id } = one;
    const seen = this.#unlisted.get(requirement) ?? new Set();
    this.#unlisted.set(requirement, seen.add(id));
    if (seen.size < OFTEN) return [];
    const seconds = Math.round((missing.exchange.startedAt - at) / 1_000);
    const judgement = broken(
      `what was made ${seconds} seconds before, and is read or removed by its id afterwards, in ${missing.call.operation}`,
      `a list without ${id}`,
    );
    return [{ requirement, judgement, passed: { ...missing, call: passed.call } }];
  }

  /** Forgets records that a write may have removed: for a while, some reads may show them and others not. */
  #forget({ passed, place }: DoubtedWrite): void {
    if (passed !== undefined && passed.exchange.request.method !== "DELETE") return;
    for (const key of [...this.#made.keys()]) {
      const one = this.#made.get(key);
      const id = one && place?.[one.effect.parameter];
      if (id === undefined || id === one?.id) this.#made.delete(key);
    }
  }
}
