import type { Answer, Exchange } from "@plumbline/client";
import { jsonOf, wasAccepted } from "../../expect/answers.ts";
import { listIn } from "../../oracles/envelope.ts";
import { isWhole, withJson, withoutJson } from "../json-apart.ts";
import type { Passed } from "../passed.ts";
import { keyOfPassed } from "./request-key.ts";

/** Bytes of bodies, and answers to one request, that are remembered of a stretch. */
const MOST_BYTES = 2 ** 25;
const MOST_ALIKE = 40;

/** Who asked for what, and got it. */
export interface Taken extends Pick<Passed, "asker" | "recognised"> {
  /** Records in the answer, where it is a list. */
  readonly records: number;
}

/** What passed between two writes: nobody who is seen has changed anything that is compared there. */
export class Stretch {
  readonly #answers = new Map<string, Exchange[]>();
  /** What was answered as it should be, in the order in which it came. */
  readonly taken: Taken[] = [];
  #bytes = 0;

  /** Different requests. */
  get size(): number {
    return this.#answers.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(passed: Passed): void {
    if (this.#bytes > MOST_BYTES) return;
    const { asker, exchange, recognised } = passed;
    const key = keyOfPassed(passed);
    const alike = this.#answers.get(key);
    if (alike === undefined) this.#answers.set(key, [withoutJson(exchange)]);
    else if (alike.length < MOST_ALIKE) alike.push(withoutJson(exchange));
    else return;
    const { request, response } = exchange;
    this.#bytes += 1_000 + (request.body?.length ?? 0) + ("body" in response ? roomOf(response) : 0);
    if (wasAccepted(exchange)) this.taken.push({ asker, recognised, records: listIn(jsonOf(exchange))?.length ?? 0 });
  }

  /** The answers to a request, oldest first. */
  answersTo(key: string): readonly Exchange[] {
    return (this.#answers.get(key) ?? []).map(withJson);
  }
}

/** Bytes that an answer takes; what was read from a body takes several times its room. */
const roomOf = (answer: Answer): number => (isWhole(answer) ? answer.body.length : 4 * answer.bodyBytes);
