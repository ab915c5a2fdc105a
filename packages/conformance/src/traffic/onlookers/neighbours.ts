import { parseJson } from "@plumbline/client";
import { isWriteId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { isAbsent, jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Target } from "../../target/target.ts";
import { KINDS, type Kind } from "../../writes/kinds.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { endOf, type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import { placeKey } from "./concerns.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";
import { WholeLists } from "./whole-lists.ts";

const RULE = "SIDE-ACCEPTED";
/** How many records must vanish after writes of one operation before it counts as the cause, not another client. */
const OFTEN = 2;
/** The most milliseconds between the last answer that shows a record and the first that does not. */
const WINDOW = 30_000;
/** Milliseconds after which a second look must confirm that a record is gone, because a read may be a little behind. */
const APART = 3_000;

/** A record that a client created in the traffic. */
interface Standing {
  readonly id: string;
  readonly kind: Kind;
  readonly project: string;
  /** The key of the list that shows it. */
  readonly listedAt: string;
  /** The last time that an answer showed it, in milliseconds since the epoch; absent if none has. */
  readonly shownAt?: number;
  /** Writes to other records of its kind since then. */
  readonly since: readonly Passed[];
  /** The first time that an answer showed it gone. */
  readonly goneAt?: number;
}

/** A record that was created, shown and never removed must still exist after a write to another one. */
export const neighbours = (target: Target): Onlooker => new Looking(target);

class Looking implements Onlooker {
  readonly decides = [RULE];
  readonly #field: (name: string) => string;
  readonly #lists: WholeLists;
  readonly #standing = new Bounded<Standing>(500);
  readonly #harmed = new Map<string, Set<string>>();

  constructor({ contract }: Target) {
    this.#field = (name) => contract.field(name);
    this.#lists = new WholeLists(contract);
  }

  readonly see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    if (recognised.route.method !== "GET") {
      if (wasAccepted(exchange)) this.#ofWrite(passed);
      // A gateway may have repeated a removal that the server carried out, and got a 404.
      else if (exchange.request.method === "DELETE") this.#forget(passed);
      return [];
    }
    if (call.query?.["envelope"] === "true" || call.due !== undefined) return [];
    return [...this.#ofRead(passed), ...this.#ofList(passed)];
  };

  /**
   * Forgets the records of the project: a write of unknown outcome, or one seen in part, may have removed any of them.
   */
  readonly doubt = ({ passed, place }: DoubtedWrite): void => {
    this.#lists.forget();
    const { operation } = passed?.call ?? {};
    if (operation !== undefined && (!isWriteId(operation) || KINDS[WRITES[operation].kind].company === undefined))
      return;
    for (const [key, one] of this.#all())
      if (place?.["groupId"] === undefined || place["groupId"] === one.project) this.#standing.delete(key);
  };

  #forget({ recognised: { captured } }: Passed): void {
    for (const [key, { id }] of this.#all()) if (Object.values(captured).includes(id)) this.#standing.delete(key);
  }

  #all(): readonly (readonly [string, Standing])[] {
    return [...this.#standing.keys()].flatMap((key) => {
      const one = this.#standing.get(key);
      return one === undefined ? [] : [[key, one] as const];
    });
  }

  #ofWrite(passed: Passed): void {
    this.#lists.forget();
    const { operation } = passed.call;
    const { groupId = "", ...place } = passed.recognised.captured;
    if (!isWriteId(operation)) return;
    const { kind, effect }: Write = WRITES[operation];
    if (KINDS[kind].company === undefined) return;
    const addressed = effect.kind === "owned" ? place[effect.parameter] : undefined;
    const isRemoval = effect.kind === "owned" && effect.removes === true;
    const light = withoutAnswer(passed);
    for (const [key, one] of this.#all()) {
      if (one.kind !== kind || one.project !== groupId) continue;
      // A path with a name instead of an id may address any of them.
      const mayBeIt = addressed === one.id || (effect.kind === "owned" && !effect.parameter.endsWith("Id"));
      if (mayBeIt && isRemoval) this.#standing.delete(key);
      else if (!mayBeIt) this.#standing.set(key, { ...one, since: [...one.since, light].slice(-MOST) });
    }
    if (effect.kind === "makes") this.#ofMade(passed, operation, groupId);
  }

  #ofMade({ exchange, recognised }: Passed, operation: WriteId, project: string): void {
    const { kind, effect } = WRITES[operation];
    if (effect.kind !== "makes" || effect.read === undefined || effect.list === undefined) return;
    const idName = this.#field(effect.id);
    const id = member(recordOf(jsonOf(exchange), idName), idName);
    if (typeof id !== "string") return;
    const key = placeKey(effect.read, { ...recognised.captured, [effect.parameter]: id });
    const place = { ...recognised.captured, ...effect.listedAt?.(parseJson(exchange.request.body ?? "")) };
    this.#standing.set(key, { id, kind, project, listedAt: placeKey(effect.list, place), since: [] });
  }

  #ofRead(passed: Passed): readonly Found[] {
    const { exchange, recognised } = passed;
    const key = placeKey(recognised.operation, recognised.captured);
    const one = this.#standing.get(key);
    if (one === undefined) return [];
    if (wasAccepted(exchange)) return this.#shown(key, one, passed);
    const isGone = isAbsent(exchange);
    return isGone ? this.#gone(key, one, passed) : [];
  }

  #ofList(passed: Passed): readonly Found[] {
    const { exchange, recognised } = passed;
    const at = placeKey(recognised.operation, recognised.captured);
    const own = this.#all().filter(([, { listedAt }]) => listedAt === at);
    const list = own.length > 0 && wasAccepted(exchange) ? this.#lists.of(passed) : undefined;
    return own.flatMap(([key, one]) => {
      const { sight } = KINDS[one.kind];
      if (list === undefined || sight?.how !== "list") return [];
      const isThere = list.records.some((record) => member(record, this.#field(sight.id)) === one.id);
      return isThere ? this.#shown(key, one, passed) : this.#gone(key, one, passed);
    });
  }

  #shown(key: string, { goneAt: _back, since, ...one }: Standing, { exchange }: Passed): readonly Found[] {
    const { startedAt, milliseconds } = exchange;
    this.#standing.set(key, { ...one, since: [], shownAt: startedAt + milliseconds });
    return since.flatMap((passed) => (endOf(passed) <= startedAt ? [found(passed, upheld)] : []));
  }

  /**
   * A missing record counts only if all writes since it was shown used one operation, and it is missing again later.
   */
  #gone(key: string, one: Standing, passed: Passed): readonly Found[] {
    const { startedAt } = passed.exchange;
    const { shownAt, goneAt, since, kind } = one;
    const done = since.filter((write) => endOf(write) <= startedAt);
    const [write, ...others] = done;
    const isKnown = shownAt !== undefined && write !== undefined && shownAt <= write.exchange.startedAt;
    if (!isKnown || others.some(({ call }) => call.operation !== write.call.operation)) {
      this.#standing.delete(key);
      return [];
    }
    if (goneAt === undefined) {
      if (startedAt - shownAt > WINDOW) this.#standing.delete(key);
      else this.#standing.set(key, { ...one, since: done, goneAt: startedAt });
      return [];
    }
    if (startedAt - goneAt < APART) return [];
    this.#standing.delete(key);
    const { operation } = write.call;
    const harmed = this.#harmed.get(operation) ?? new Set();
    this.#harmed.set(operation, harmed.add(one.id));
    if (harmed.size < OFTEN) return [];
    const judgement = broken(
      `no other ${kind} to change with ${operation}`,
      `${[...harmed].join(" and ")} are gone after it`,
    );
    return [found({ ...passed, call: write.call }, judgement)];
  }
}

const MOST = 20;

const found = (passed: Passed, judgement: Judgement): Found => ({ requirement: RULE, judgement, passed });
