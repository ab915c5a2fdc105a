import { answered, type Exchange } from "@plumbline/client";
import { jsonOf } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import type { Passed } from "../passed.ts";
import { SETTLES } from "../settles.ts";
import type { WriteOutcome } from "../write-outcome.ts";
import { Stretch } from "./stretch.ts";

/** The most stretches to remember: those with the most different requests. */
const MOST = 12;
/** The most bytes of bodies in all of them. */
const MOST_BYTES = 2 ** 26;

/** The time of a request, in milliseconds since the epoch; its start is 0 if the recorder did not note it. */
export type Span = Pick<Exchange, "startedAt" | "milliseconds">;

/**
 * Splits the traffic at each write that may have changed something, and remembers the stretches with the most different
 * requests. A read during a write belongs to neither side of it.
 */
export class Stretches {
  #kept: Stretch[] = [];
  #current = new Stretch();
  /** The latest end of a write so far. */
  #written = 0;
  /** The time until which the server may still carry out a write. */
  #pending = 0;

  /** Remembers an exchange if it has an answer and no write was under way. */
  add(passed: Passed): void {
    const { exchange, asker } = passed;
    if (!answered(exchange) || this.#isMeanwhile(passed)) return;
    // The request does not show whether its key was wrong or the server refuses a valid key.
    if (asker !== "none" && (exchange.response.status === 401 || isAboutClient(passed))) return;
    this.#current.add(passed);
  }

  /** Notes a write. Reads before it are not compared with reads after it. */
  write({ startedAt, milliseconds }: Span, outcome: WriteOutcome): void {
    switch (outcome) {
      case "refused":
        return;
      case "carried-out":
      case "absent":
      case "unknown":
      case "pending":
        this.#cut(startedAt);
        this.#written = Math.max(this.#written, startedAt + milliseconds);
        if (outcome === "pending") this.#pending = Math.max(this.#pending, startedAt + milliseconds + SETTLES);
        return;
      default:
        outcome satisfies never;
    }
  }

  all(): readonly Stretch[] {
    this.#cut(0);
    return this.#kept;
  }

  /** Whether a write was, or may have been, under way at the time of this request; without a time, the order counts. */
  #isMeanwhile({ exchange: { startedAt }, recognised: { route } }: Passed): boolean {
    if (startedAt === 0) return this.#pending > 0;
    // Only reads count here: a DELETE that found no record also sets `#written`, and refused writes do not affect each
    // other's answers.
    return startedAt < this.#pending || (route.method === "GET" && startedAt < this.#written);
  }

  #cut(from: number): void {
    if (from > 0) this.#current.forgetFrom(from);
    if (this.#current.size === 0) return;
    const bySize = [...this.#kept, this.#current].toSorted((one, other) => other.size - one.size).slice(0, MOST);
    let bytes = 0;
    this.#kept = bySize.filter((one) => {
      bytes += one.bytes;
      return bytes <= MOST_BYTES;
    });
    this.#current = new Stretch();
  }
}

/** Whether the answer may be about a wrong name or password: standalone endpoints may answer these to one. */
const isAboutClient = ({ exchange, call: { version } }: Passed): boolean =>
  version === "standalone" &&
  answered(exchange) &&
  (exchange.response.status === 403 || /_client$/.test(String(member(jsonOf(exchange), "error"))));
