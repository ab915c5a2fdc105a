import { parseJson } from "@plumbline/client";
import { type Contract, INTERFACE_VERSIONS, type OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { type Fields, fieldsOf, member } from "../../ground/json.ts";
import { broken, decidedBy, upheld } from "../../ground/judgement.ts";
import { lossIn } from "../../oracles/loss.ts";
import { shapeOf } from "../../oracles/shape.ts";
import type { Target } from "../../target/target.ts";
import { PARTIAL, type PartialWrite } from "../../writes/partial-writes.ts";
import { WRITES } from "../../writes/table.ts";
import { endOf, type Passed, withoutAnswer } from "../passed.ts";
import { SETTLES } from "../settles.ts";
import { Bounded } from "./bounded.ts";
import { isAbout, makesOne, mayReach, placeKey } from "./concerns.ts";
import type { DoubtedWrite, Found, Onlooker } from "./onlooker.ts";

/** How many records or writes must show a change before the server counts as its cause. */
const OFTEN = 2;
/** Milliseconds after which a read is assumed to show a write: the description states no time. */
const SHOWN_AFTER = 3_000;
/** The most writes to remember that the server may still carry out. */
const MOST_WRITES = 200;

/** A record as an answer last showed it, and the write after that. */
interface Known {
  readonly record: Fields;
  /** The operation that showed it. */
  readonly by: OperationId;
  /** The time of that answer, in milliseconds since the epoch. */
  readonly end: number;
  readonly written?: Passed;
  /** The members that writes stated; the next answer may differ in them. */
  readonly names: readonly string[];
  /** The record comes from the answer to the last write, and shows the sent values. */
  readonly showsWrite?: true;
}

/** A partial write must change only the members that it states: the records before and after it are compared. */
export const partial = ({ contract }: Target): Onlooker => new Comparing(contract);

class Comparing implements Onlooker {
  readonly decides = PARTIAL.map(({ requirement }) => requirement);
  readonly #contract: Contract;
  /** By version, and key of the read. */
  readonly #known = new Bounded<Known>();
  /** The time of the last write to a record, by key of the read. */
  readonly #writtenAt = new Bounded<number>();
  readonly #changed = new Map<string, Set<string>>();
  #pending: readonly DoubtedWrite[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  readonly see = (passed: Passed): readonly Found[] => {
    const { call, exchange, recognised } = passed;
    if (!wasAccepted(exchange)) return [];
    const of = (kind: "read" | "write") => PARTIAL.find((one) => one[kind] === recognised.operation);
    const [read, write] = [of("read"), of("write")];
    const isPlain = call.query?.["envelope"] !== "true";
    if (read !== undefined) return isPlain ? this.#ofRead(passed, read) : [];
    if (write !== undefined) return this.#ofWrite(passed, write, isPlain);
    if (recognised.route.method === "GET" || makesOne(passed)) return [];
    // Reads may show the effects of another write some time later.
    const [from, until] = [exchange.startedAt, endOf(passed) + SETTLES];
    this.doubt({ passed, place: recognised.captured, from, until });
    return [];
  };

  readonly doubt = (write: DoubtedWrite): void => {
    if (write.passed !== undefined && makesOne(write.passed)) return;
    this.#forget(write);
    if (write.until > write.from) this.#pending = [...this.#pending, write].slice(-MOST_WRITES);
  };

  #ofRead(passed: Passed, one: PartialWrite): readonly Found[] {
    const { exchange, recognised } = passed;
    const place = placeKey(one.read, recognised.captured);
    // An earlier read may show the state before the write, and the next read the state after it.
    if (exchange.startedAt - (this.#writtenAt.get(place) ?? Number.NEGATIVE_INFINITY) < SHOWN_AFTER) return [];
    return this.#isPending(place, passed) ? [] : this.#compared(passed, one);
  }

  #ofWrite(passed: Passed, one: PartialWrite, isPlain: boolean): readonly Found[] {
    const { exchange, recognised } = passed;
    const sent = fieldsOf(parseJson(exchange.request.body ?? ""));
    const names = Object.keys(sent);
    const place = placeKey(one.read, recognised.captured);
    const isAlone = exchange.startedAt >= (this.#writtenAt.get(place) ?? Number.NEGATIVE_INFINITY);
    const isJudged = names.length > 0 && names.every((name) => one.states.includes(name)) && isAlone;
    this.#writtenAt.set(place, Math.max(endOf(passed), this.#writtenAt.get(place) ?? 0));
    for (const version of INTERFACE_VERSIONS) {
      const key = `${version} ${place}`;
      const before = this.#known.get(key);
      if (before === undefined) continue;
      if (!isJudged || before.end > exchange.startedAt || this.#isPending(place, passed)) this.#known.delete(key);
      else this.#known.set(key, withWrite(before, passed, names));
    }
    // An answer with all sent values shows the current record.
    const record = jsonOf(exchange);
    const showsAll = names.every((name) => member(record, name) === sent[name]);
    if (!isPlain || !isAlone || !showsAll || this.#isPending(place, passed)) return [];
    const found = this.#compared(passed, one);
    const key = `${recognised.route.version} ${place}`;
    const now = this.#known.get(key);
    // Later reads must show the same record.
    if (now !== undefined && isJudged && found.every(({ judgement }) => judgement.kind === "holds"))
      this.#known.set(key, { ...now, written: withoutAnswer(passed), names, showsWrite: true });
    return found;
  }

  /** Compares the record with the one before the last write, and remembers the new one. */
  #compared(passed: Passed, one: PartialWrite): readonly Found[] {
    const { exchange, recognised, call } = passed;
    const { captured, operation, route } = recognised;
    const key = `${route.version} ${placeKey(one.read, captured)}`;
    const before = this.#known.get(key);
    const record = fieldsOf(jsonOf(exchange));
    this.#known.set(key, { record, by: operation, end: endOf(passed), names: [] });
    if (before?.written === undefined) return [];
    const { result } = this.#contract.operation(operation, call.version);
    const moving = [...one.moves, ...before.names];
    // The description does not say which members each answer shows. Answers of two operations are compared only in the
    // members that both show.
    const stays = Object.entries(before.record).filter(
      ([name]) => !moving.includes(name) && (before.by === operation || (record[name] ?? null) !== null),
    );
    const loss = lossIn(Object.fromEntries(stays), record, "schema" in result ? shapeOf([result.schema]) : undefined);
    const { requirement } = one;
    if (loss === undefined) return [{ requirement, judgement: upheld, passed: before.written }];
    const seen = this.#changed.get(requirement) ?? new Set();
    const { exchange: written } = before.written;
    this.#changed.set(requirement, seen.add(one.seenOn === "records" ? placeKey(one.read, captured) : written.id));
    if (seen.size < OFTEN) return [];
    const stated = [...new Set(before.names)].join(" and ");
    const judgement = broken(`${loss.expected} at ${loss.pointer} still, after ${stated} was changed`, loss.received);
    const decided = decidedBy(judgement, loss.pointer, exchange);
    return [{ requirement, judgement: decided, passed: { ...passed, call: before.written.call } }];
  }

  /** Whether a write may have changed the record under a key. */
  #mayConcern(write: DoubtedWrite, key: string): boolean {
    const one = PARTIAL.find(({ read }) => key.split(" ").includes(read));
    return isAbout(write, key) && (one === undefined || mayReach(write, WRITES[one.write].kind, this.#contract));
  }

  #isPending(place: string, { exchange: { startedAt } }: Passed): boolean {
    return this.#pending.some((write) => write.until > startedAt && this.#mayConcern(write, place));
  }

  /** Forgets the records that a write may have changed, if it is no partial write or its outcome is unknown. */
  #forget(write: DoubtedWrite): void {
    for (const key of [...this.#known.keys()]) if (this.#mayConcern(write, key)) this.#known.delete(key);
    for (const key of [...this.#writtenAt.keys()])
      if (this.#mayConcern(write, key)) this.#writtenAt.set(key, Math.max(write.until, this.#writtenAt.get(key) ?? 0));
  }
}

function withWrite({ showsWrite, names: earlier, ...known }: Known, passed: Passed, names: readonly string[]): Known {
  return { ...known, written: withoutAnswer(passed), names: showsWrite ? names : [...earlier, ...names] };
}
