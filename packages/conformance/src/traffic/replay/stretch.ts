import type { Exchange } from "@plumbline/client";
import { wasAccepted } from "../../expect/answers.ts";
import type { Passed } from "../passed.ts";
import { keyOfPassed } from "./request-key.ts";

/** Bytes of bodies, and answers to one request, that are remembered of a stretch. */
const MOST_BYTES = 2 ** 23;
const MOST_ALIKE = 40;

/** What passed between two writes: nobody who is seen has changed anything that is compared there. */
export class Stretch {
  readonly #answers = new Map<string, Exchange[]>();
  /** What was answered as it should be, in the order in which it came. */
  readonly taken: Passed[] = [];
  #bytes = 0;

  /** Different requests. */
  get size(): number {
    return this.#answers.size;
  }

  add(passed: Passed): void {
    if (this.#bytes > MOST_BYTES) return;
    const key = keyOfPassed(passed);
    const alike = this.#answers.get(key);
    if (alike === undefined) this.#answers.set(key, [passed.exchange]);
    else if (alike.length < MOST_ALIKE) alike.push(passed.exchange);
    else return;
    const { request, response } = passed.exchange;
    this.#bytes += 1_000 + (request.body?.length ?? 0) + ("body" in response ? response.body.length : 0);
    if (wasAccepted(passed.exchange)) this.taken.push(passed);
  }

  /** The answers to a request, oldest first. */
  answersTo(key: string): readonly Exchange[] {
    return this.#answers.get(key) ?? [];
  }
}
