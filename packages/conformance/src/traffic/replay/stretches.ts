import { answered, type Exchange } from "@plumbline/client";
import { jsonOf } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import type { Passed } from "../passed.ts";
import { SETTLES } from "../settles.ts";
import type { WriteOutcome } from "../write-outcome.ts";
import { Stretch } from "./stretch.ts";

/** Stretches that are remembered: those that most was asked in. */
const MOST = 12;
/** Bytes of bodies in all of them. */
const MOST_BYTES = 2 ** 26;

/** When something was under way, milliseconds since the epoch; 0 where nobody wrote that down. */
export type Span = Pick<Exchange, "startedAt" | "milliseconds">;

/**
 * Cuts what passes at each write that may have changed something, and remembers where most was asked in between. What was
 * read while a write was under way belongs to neither side of it.
 */
export class Stretches {
  #kept: Stretch[] = [];
  #current = new Stretch();
  /** The end of the last write that was seen. */
  #written = 0;
  /** Until when a write may still be carried out. */
  #pending = 0;

  /** Remembers what was answered. */
  add(passed: Passed): void {
    const { exchange, asker } = passed;
    if (!answered(exchange) || this.#isMeanwhile(passed)) return;
    // Whether the key was wrong or the server is, the request does not say.
    if (asker !== "none" && (exchange.response.status === 401 || isAboutClient(passed))) return;
    this.#current.add(passed);
  }

  /** Hears of a write: nothing that was read before is compared with what is read afterwards. */
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

  /** Whether a write was, or may have been, under way when this was asked; where no time is known, the order counts. */
  #isMeanwhile({ exchange: { startedAt }, recognised: { route } }: Passed): boolean {
    if (startedAt === 0) return this.#pending > 0;
    // Two refusals of writes do not change what each of them is answered.
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

/** What an endpoint that takes names with passwords may answer to a wrong one. */
const isAboutClient = ({ exchange, call: { version } }: Passed): boolean =>
  version === "standalone" &&
  answered(exchange) &&
  (exchange.response.status === 403 || /_client$/.test(String(member(jsonOf(exchange), "error"))));
