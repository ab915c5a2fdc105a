import { type Exchange, headerValue } from "@plumbline/client";
import type { Call } from "./call.ts";
import { mayBeOnTheWay } from "./on-the-way.ts";

/**
 * How often in a row trouble that passes has to come again before it is what the target does: a way that spoils one answer
 * in twenty spoils so many in a row once in millions of requests.
 */
export const PERSISTENT = 5;
/** Operations that answer in the same odd way, after which it counts as the way of the whole target. */
const EVERYWHERE = 3;

/**
 * Tells one bad answer on the way from what a target does each time. An odd answer is asked for again; once the same came
 * twice in a row, or trouble that passes six times, it is a habit of the target, believed from then on, so that no target is
 * asked twice for everything.
 */
export class Habits {
  readonly #believed = new Set<string>();
  readonly #agreed = new Map<string, number>();
  readonly #spread = new Map<string, Set<string>>();

  /** Whether an answer is to be asked for again before it is judged. */
  isDoubtful(exchange: Exchange, call: Call): boolean {
    if (call.send === "to-the-limit" || !mayBeOnTheWay(exchange)) return false;
    const kind = kindOf(exchange);
    if (this.#believed.has(keyOf(kind, call))) return false;
    return (this.#spread.get(kind)?.size ?? 0) < EVERYWHERE;
  }

  /** Takes note that a request was sent again: what comes each time is a habit. */
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

/** Troubles that come and go wherever they were seen last. */
const isPassing = ({ response }: Exchange): boolean => "fault" in response || response.status >= 500;
