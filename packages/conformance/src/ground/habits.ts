import { type Exchange, headerValue } from "@plumbline/client";
import type { Call } from "./call.ts";
import { mayBeOnTheWay } from "./on-the-way.ts";

/**
 * How often a passing fault must recur in a row to count as the target's behaviour. A network that spoils one answer in
 * twenty spoils this many in a row once in millions of requests.
 */
export const PERSISTENT = 5;
/** After this many operations with the same odd answer, it counts as the behaviour of the whole target. */
const EVERYWHERE = 3;

/**
 * Distinguishes one bad answer from the network from what the target always does. The run repeats a request after an
 * odd answer. If the same answer comes twice in a row, or a passing fault six times, it counts as a habit of the
 * target. Later answers of that kind are believed at once, so the run does not send everything twice.
 */
export class Habits {
  readonly #believed = new Set<string>();
  readonly #agreed = new Map<string, number>();
  readonly #spread = new Map<string, Set<string>>();

  /** Whether to repeat the request before its answer is judged. */
  isDoubtful(exchange: Exchange, call: Call): boolean {
    if (call.send === "to-the-limit" || !mayBeOnTheWay(exchange)) return false;
    const kind = kindOf(exchange);
    if (this.#believed.has(keyOf(kind, call))) return false;
    return (this.#spread.get(kind)?.size ?? 0) < EVERYWHERE;
  }

  /** Records the result of a repeated request: an answer that comes each time is a habit. */
  compare(first: Exchange, second: Exchange, call: Call): void {
    const kind = kindOf(first);
    const key = keyOf(kind, call);
    const isSame = mayBeOnTheWay(second) && kind === kindOf(second);
    const agreed = isSame ? (this.#agreed.get(key) ?? 0) + 1 : 0;
    this.#agreed.set(key, agreed);
    if (agreed < (isPassing(first) ? PERSISTENT : 1)) return;
    this.#believed.add(key);
    if (isPassing(first)) return;
    const operations = this.#spread.get(kind) ?? new Set<string>();
    this.#spread.set(kind, operations.add(call.operation));
  }
}

const keyOf = (kind: string, { operation, version, method = "" }: Call): string =>
  `${operation} ${version} ${method} ${kind}`;

function kindOf({ response }: Exchange): string {
  if ("fault" in response) return response.fault;
  return `${response.status} ${headerValue(response.headers, "content-type") ?? ""}`;
}

/** Lost answers and statuses from 500, which come and go and say nothing about other operations. */
const isPassing = ({ response }: Exchange): boolean => "fault" in response || response.status >= 500;
