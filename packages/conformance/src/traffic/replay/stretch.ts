import type { Answer, Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { listIn } from "../../oracles/envelope.ts";
import { isWhole, withJson, withoutJson } from "../json-apart.ts";
import type { Passed } from "../passed.ts";
import { keyOfPassed } from "./request-key.ts";

/** The most bytes of bodies in a stretch, and the most answers to one request. */
const MOST_BYTES = 2 ** 25;
const MOST_ALIKE = 40;

/** A successful request, with its caller and its operation. */
export interface Taken extends Pick<Passed, "asker" | "recognised" | "form"> {
  /** The number of records in the answer; 0 if it is no list. */
  readonly records: number;
  /** The time of the answer, in milliseconds since the epoch. */
  readonly end: number;
}

/** The exchanges between two writes: no client in the traffic changed the compared state meanwhile. */
export class Stretch {
  readonly #answers = new Map<string, Exchange[]>();
  /** The successful requests, in the order in which they came. */
  #taken: Taken[] = [];
  /** The number of requests, by operation and date of version 2. */
  readonly #dates = new Map<OperationId, Map<string, number>>();
  #bytes = 0;

  /** The number of different requests. */
  get size(): number {
    return this.#answers.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get taken(): readonly Taken[] {
    return this.#taken;
  }

  add(passed: Passed): void {
    if (this.#bytes > MOST_BYTES) return;
    const { asker, exchange, form, recognised } = passed;
    const key = keyOfPassed(passed);
    const alike = this.#answers.get(key);
    if (alike === undefined) this.#answers.set(key, [withoutJson(exchange)]);
    else if (alike.length < MOST_ALIKE) alike.push(withoutJson(exchange));
    else return;
    this.#bytes += bytesOf(exchange);
    if (form.kind === "dated") {
      const dates = this.#dates.get(recognised.operation) ?? new Map<string, number>();
      this.#dates.set(recognised.operation, dates.set(form.date, (dates.get(form.date) ?? 0) + 1));
    }
    if (!wasAccepted(exchange)) return;
    const records = listIn(jsonOf(exchange))?.length ?? 0;
    this.#taken.push({ asker, recognised, form, records, end: endOf(exchange) });
  }

  /** Forgets the answers after a moment, in milliseconds since the epoch, because a write was then under way. */
  forgetFrom(at: number): void {
    for (const [key, all] of this.#answers) {
      const before = all.filter((one) => endOf(one) <= at);
      if (before.length === all.length) continue;
      for (const one of all) if (endOf(one) > at) this.#bytes -= bytesOf(one);
      if (before.length === 0) this.#answers.delete(key);
      else this.#answers.set(key, before);
    }
    this.#taken = this.#taken.filter(({ end }) => end <= at);
  }

  /** The date of version 2 that clients mostly asked for with an operation. */
  dateOf(operation: OperationId): string | undefined {
    return [...(this.#dates.get(operation) ?? [])].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  }

  /** The answers to a request, oldest first. */
  answersTo(key: string): readonly Exchange[] {
    return (this.#answers.get(key) ?? []).map(withJson);
  }
}

const endOf = ({ startedAt, milliseconds }: Exchange): number => startedAt + milliseconds;

const bytesOf = ({ request, response }: Exchange): number =>
  1_000 + (request.body?.length ?? 0) + ("body" in response ? roomOf(response) : 0);

/** The bytes of an answer in memory; parsed JSON takes several times the bytes of its text. */
const roomOf = (answer: Answer): number => (isWhole(answer) ? answer.body.length : 4 * answer.bodyBytes);
