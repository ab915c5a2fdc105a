import type { Exchange, Redactor } from "@plumbline/client";
import {
  buildReport,
  type Change,
  type DoctorFinding,
  type Redacted,
  type Report,
  type ReportExchange,
  type ReportInput,
  type RunEvent,
  type Verdict,
} from "@plumbline/report";
import type { Journal, Log } from "../ground/journal.ts";
import { isObject } from "../ground/json.ts";
import { shown } from "../ground/quoted.ts";
import { KEPT as KEPT_BEFORE } from "../ground/short-judgement.ts";

/** The texts of a verdict that may hold a part of what the target answered. */
const QUOTING = ["expected", "received", "note", "reason", "message"];
/** Characters of a text of a verdict: what quotes an answer must not be as long as the answer. */
const KEPT = 4_096;

/**
 * The one way out of a run: all that a target wrote, or traffic, passes here before it is in a report, a journal or on a
 * terminal. Only here `Redacted` is given. Names of checks, operations and outcomes are the suite's own and stay.
 */
export class Gate {
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** A message without secrets; what it quotes is cut only now. */
  text(message: string): Redacted<string> {
    return passed(shown(message, (text) => this.#redactor.text(text)));
  }

  finding(finding: DoctorFinding): Redacted<DoctorFinding> {
    return passed({ ...finding, text: this.text(finding.text) });
  }

  verdict(verdict: Verdict): Redacted<Verdict> {
    const masked = Object.entries(verdict).map(([name, value]) => [
      name,
      typeof value === "string" && QUOTING.includes(name) ? this.#short(value) : value,
    ]);
    const known = Object.fromEntries(masked) as Verdict;
    if (!("deciding" in known) || known.deciding?.where === undefined) return passed(known);
    // A pointer holds names of members, which the target chooses.
    return passed({ ...known, deciding: { ...known.deciding, where: this.#short(known.deciding.where) } });
  }

  /** Learns what an exchange gives out, before anything of it is kept. */
  hear(exchange: Exchange): void {
    this.#redactor.hear(exchange);
  }

  /** An exchange in the form of a report, which is made of what is left of it. */
  exchange(exchange: Exchange, kept: (masked: Exchange) => ReportExchange): Redacted<ReportExchange> {
    return passed(kept(this.#redactor.exchange(exchange)));
  }

  /** The id is what the target said that it is. */
  change<C extends Change>(change: C): Redacted<C> {
    const { id, note } = change;
    return passed({ ...change, id: this.text(id), ...(note !== undefined && { note: this.text(note) }) });
  }

  /** What has passed, once more: for secrets that were learnt since. */
  again<T>(value: T): T {
    return this.#plain(value);
  }

  /** The report of what has passed. */
  report(facts: PassedFacts): Report {
    const { stopped, unreachable, ...rest } = facts;
    return buildReport(
      passed({
        ...rest,
        ...(stopped !== undefined && { stopped: this.text(stopped) }),
        ...(unreachable !== undefined && { unreachable: this.text(unreachable) }),
      }),
    );
  }

  /** A journal that takes events as they happen. */
  log(journal: Journal): Log {
    return {
      append: (event) => journal.append(this.event(event)),
      get failure() {
        return journal.failure;
      },
    };
  }

  event(event: RunEvent): Redacted<RunEvent> {
    switch (event.type) {
      case "doctor":
        return passed({ ...event, finding: this.finding(event.finding) });
      case "verdict":
        return passed({ ...event, verdict: this.verdict(event.verdict) });
      case "undone":
        return this.change(event);
      case "made":
        return passed({ ...event, id: this.text(event.id) });
      case "intent": {
        const { before, ...rest } = event;
        // A state with a secret in it is put back from memory, or by hand: a mask must never be.
        return passed({ ...this.#plain(rest), ...(this.#plain(before) === before && { before }) });
      }
      case "place":
      case "reached":
        return passed(this.#plain(event));
      case "end":
        return passed({ ...event, reason: this.text(event.reason) });
      case "exchange":
      case "mark":
      case "plan":
      case "run":
      case "void":
        return passed(event);
      default:
        return event satisfies never;
    }
  }

  #short(message: string): string {
    const masked = this.text(message);
    // The end of one that was kept in part may be half a secret.
    const text = message.length < KEPT_BEFORE ? masked : masked.slice(0, -KEPT);
    return text.length > KEPT ? `${text.slice(0, KEPT)}... (shortened)` : text;
  }

  /** A value that somebody reads again to act on it, such as a path, without the secrets that were learnt. */
  #plain<T>(value: T): T {
    const json = JSON.stringify(value);
    if (json === undefined || this.#redactor.withoutLearnt(json) === json) return value;
    return mapped(value, (text) => this.#redactor.withoutLearnt(text)) as T;
  }
}

/** What a report is made of, where all that may quote the target has passed already. */
export interface PassedFacts
  extends Omit<ReportInput, keyof Redacted<object> | "changes" | "doctor" | "exchanges" | "verdicts"> {
  readonly changes: readonly Redacted<Change>[];
  readonly doctor: readonly Redacted<DoctorFinding>[];
  readonly exchanges: readonly Redacted<ReportExchange>[];
  readonly verdicts: readonly Redacted<Verdict>[];
}

/** A part of what has passed, cut where it is longer than `longest`. */
export function partOf(text: Redacted<string>, start: number, end: number, longest: number): Redacted<string> {
  return passed(end - start > longest ? `${text.slice(start, start + longest - 1)}…` : text.slice(start, end));
}

const passed = <T>(value: T): Redacted<T> => value as Redacted<T>;

/** The same value with each of its texts, names of members among them, replaced. */
function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [replace(name), mapped(inner, replace)]));
}
