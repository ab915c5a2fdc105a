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

/** Members of a verdict that may quote an answer of the target. */
const QUOTING = ["expected", "received", "note", "reason", "message"];
/** The most characters of such a text: a quotation must not be as long as the answer. */
const KEPT = 4_096;

/**
 * The only exit of a run: every text from a target or from traffic passes it before a report, a journal or a terminal
 * gets it. Only this class creates `Redacted` values. Names of checks, operations and outcomes are the suite's own and
 * pass unchanged.
 */
export class Gate {
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** A message without secrets; quotations in it are shortened only after redaction. */
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
    // A pointer contains names of members, which the target chooses.
    return passed({ ...known, deciding: { ...known.deciding, where: this.#short(known.deciding.where) } });
  }

  /** Learns the secrets in an exchange before any part of it is stored. */
  hear(exchange: Exchange): void {
    this.#redactor.learnFromOwn(exchange);
  }

  /** Redacts an exchange; `kept` then makes the report's form of it. */
  exchange(exchange: Exchange, kept: (masked: Exchange) => ReportExchange): Redacted<ReportExchange> {
    return passed(kept(this.#redactor.exchange(exchange)));
  }

  /** The target chose the id, so it is redacted too. */
  change<C extends Change>(change: C): Redacted<C> {
    const { id, note } = change;
    return passed({ ...change, id: this.text(id), ...(note !== undefined && { note: this.text(note) }) });
  }

  /** Redacts a value again, for secrets that the run has learnt since. */
  again<T>(value: T): T {
    return this.#plain(value);
  }

  /** Builds the report from redacted parts. */
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

  /** A log that redacts each event before the journal gets it. */
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
        // A state that contains a secret is not written: cleanup would restore the mask instead of the secret.
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
    // If the text was shortened before, its end may be half a secret.
    const text = message.length < KEPT_BEFORE ? masked : masked.slice(0, -KEPT);
    return text.length > KEPT ? `${text.slice(0, KEPT)}... (shortened)` : text;
  }

  /** A value that cleanup later reads and uses, such as a path, without the learnt secrets. */
  #plain<T>(value: T): T {
    const json = JSON.stringify(value);
    if (json === undefined || this.#redactor.withoutLearnt(json) === json) return value;
    return mapped(value, (text) => this.#redactor.withoutLearnt(text)) as T;
  }
}

/** The input of a report; every part that may quote the target is redacted. */
export interface PassedFacts
  extends Omit<ReportInput, keyof Redacted<object> | "changes" | "doctor" | "exchanges" | "verdicts"> {
  readonly changes: readonly Redacted<Change>[];
  readonly doctor: readonly Redacted<DoctorFinding>[];
  readonly exchanges: readonly Redacted<ReportExchange>[];
  readonly verdicts: readonly Redacted<Verdict>[];
}

/** A part of a redacted text, shortened if it is longer than `longest`. */
export function partOf(text: Redacted<string>, start: number, end: number, longest: number): Redacted<string> {
  return passed(end - start > longest ? `${text.slice(start, start + longest - 1)}…` : text.slice(start, end));
}

const passed = <T>(value: T): Redacted<T> => value as Redacted<T>;

/** Replaces every text in a value, including names of members. */
function mapped(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [replace(name), mapped(inner, replace)]));
}
