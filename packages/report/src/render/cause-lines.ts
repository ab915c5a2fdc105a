import { type BrokenRule, type Cause, checksOf, rulesOf } from "../causes/causes-of.ts";
import { SymptomWords } from "../causes/symptom-words.ts";
import { shownExchange } from "../deciding.ts";
import type { Report } from "../report.ts";
import { requirementsById } from "../select.ts";
import type { Paint } from "../text/paint.ts";
import { oneLine } from "../text/visible.ts";
import { counted } from "../text/words.ts";
import { wrapped } from "../text/wrapped.ts";
import { checkWords } from "./check-words.ts";
import { OUTCOME_LABELS } from "./labels.ts";

/** The usual width of a terminal, in characters. */
export const WIDTH = 80;
const INDENT = "    ";

/** Renders causes as lines of text. */
export class CauseLines {
  readonly #requirements;
  readonly #exchanges;
  readonly #symptoms;
  readonly #paint: Paint;

  constructor(report: Pick<Report, "requirements" | "exchanges" | "operations">, paint: Paint) {
    this.#requirements = requirementsById(report);
    this.#exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
    this.#symptoms = new SymptomWords(report);
    this.#paint = paint;
  }

  /** The mistake of the target, with the rule that shows it best and the number of checks that it explains. */
  heading(cause: Cause): readonly string[] {
    const { first, others } = cause;
    const { symbol, tone } = OUTCOME_LABELS[first.outcome];
    const operations = new Set([first, ...others].flatMap(({ operation }) => operation ?? []));
    const where = operations.size === 0 ? "" : `, on ${counted(operations.size, "operation")}`;
    const title = wrapped(oneLine(this.#symptoms.of(first, others)), WIDTH - 2);
    const [line = "", ...rest] = title.map((text) => this.#paint(text, "strong"));
    return [
      `${this.#paint(symbol, tone)} ${line}`,
      ...rest.map((text) => `  ${text}`),
      ...indented(`${oneLine(first.requirement)}: ${checkWords(checksOf(cause))}${where}`),
    ];
  }

  /** The text of the rule, for a cause that is no failure: its heading describes only what was received. */
  words({ first }: Cause): readonly string[] {
    return indented(oneLine(this.#requirements.get(first.requirement)?.text ?? ""));
  }

  /** The best example, with its request as a shell line, and one example of each other rule that the cause breaks. */
  example(cause: Cause): readonly string[] {
    const [{ first, others } = { first: cause.first, others: cause.others }, ...rules] = rulesOf(cause);
    const curl = this.#exchanges.get(shownExchange(first) ?? "")?.curl;
    return [
      ...indented(oneLine(this.#requirements.get(first.requirement)?.text ?? "")),
      ...this.#evidence(first),
      // Not wrapped, so that it can be copied.
      ...(curl === undefined ? [] : [`${INDENT}${oneLine(curl, 4_000)}`]),
      ...(others.length === 0
        ? []
        : [this.#paint(`${INDENT}${counted(others.length, "other check")} like this`, "quiet")]),
      ...rules.flatMap((rule) => this.#asWell(rule)),
    ];
  }

  #asWell({ first, others }: BrokenRule): readonly string[] {
    const rule = `${oneLine(first.requirement)}, ${counted(others.length + 1, "check")}`;
    const text = oneLine(this.#requirements.get(first.requirement)?.text ?? "");
    return [
      ...indented(`also broken: ${rule}${text === "" ? "" : `: ${text}`}`),
      ...this.#evidence(first).map((line) => `  ${line}`),
    ];
  }

  #evidence(verdict: Cause["first"]): readonly string[] {
    const often = verdict.outcome === "flaky" ? ` (in ${verdict.failed} of ${verdict.of} tries)` : "";
    return [
      ...indented(oneLine(verdict.check)).map((line) => this.#paint(line, "quiet")),
      ...indented(`expected ${oneLine(verdict.expected)}`),
      ...indented(`received ${oneLine(verdict.received)}${often}`),
    ];
  }
}

const indented = (text: string): readonly string[] =>
  text === "" ? [] : wrapped(text, WIDTH - INDENT.length - 2).map((line) => `${INDENT}${line}`);
