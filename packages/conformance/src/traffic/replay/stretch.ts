import type { Answer, Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { listIn } from "../../oracles/envelope.ts";
import { isWhole, withJson, withoutJson } from "../json-apart.ts";
import type { Passed } from "../passed.ts";
import { keyOfPassed } from "./request-key.ts";

/** Bytes of bodies, and answers to one request, that are remembered of a stretch. */
const MOST_BYTES = 2 ** 25;
const MOST_ALIKE = 40;

/** Who asked for what, and got it. */
export interface Taken extends Pick<Passed, "asker" | "recognised" | "form"> {
  /** Records in the answer, where it is a list. */
  readonly records: number;
  /** When it had been answered, milliseconds since the epoch. */
  readonly end: number;
}

/** What passed between two writes: nobody who is seen has changed anything that is compared there. */
export class Stretch {
  readonly #answers = new Map<string, Exchange[]>();
  /** What was answered as it should be, in the order in which it came. */
  #taken: Taken[] = [];
  /** By operation and date of version 2: how often it was asked for. */
  readonly #dates = new Map<OperationId, Map<string, number>>();
  #bytes = 0;

  /** Different requests. */
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

  /** Forgets what was answered after a moment, in milliseconds since the epoch: a write was under way by then. */
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

  /** The date of version 2 that an operation was mostly asked for. */
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

/** Bytes that an answer takes; what was read from a body takes several times its room. */
const roomOf = (answer: Answer): number => (isWhole(answer) ? answer.body.length : 4 * answer.bodyBytes);
