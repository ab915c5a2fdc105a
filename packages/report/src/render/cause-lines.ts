import { type Cause, requirementsOf } from "../causes/causes-of.ts";
import { shownExchange } from "../deciding.ts";
import type { Report } from "../report.ts";
import { requirementsById } from "../select.ts";
import type { Paint } from "../text/paint.ts";
import { oneLine } from "../text/visible.ts";
import { counted } from "../text/words.ts";
import { wrapped } from "../text/wrapped.ts";
import { OUTCOME_LABELS } from "./labels.ts";

/** What a terminal of the usual width holds. */
export const WIDTH = 80;
const INDENT = "    ";

/** Causes in words. */
export class CauseLines {
  readonly #requirements;
  readonly #exchanges;
  readonly #paint: Paint;

  constructor({ requirements, exchanges }: Pick<Report, "requirements" | "exchanges">, paint: Paint) {
    this.#requirements = requirementsById({ requirements });
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    this.#paint = paint;
  }

  /** A cause in a line: the rule that shows it best, and how much it explains. */
  heading({ first, others, blocked }: Cause): string {
    const { symbol, tone } = OUTCOME_LABELS[first.outcome];
    const all = [first, ...others];
    const operations = new Set(all.flatMap(({ operation }) => operation ?? []));
    const where = operations.size === 0 ? "" : ` of ${counted(operations.size, "operation")}`;
    const kept = blocked.length === 0 ? "" : `, ${blocked.length} kept from running`;
    const rule = this.#paint(oneLine(first.requirement), "strong");
    return `${this.#paint(symbol, tone)} ${rule}  ${counted(all.length, "check")}${where}${kept}`;
  }

  /** The rule in words and what was received instead, for what is no failure. */
  words({ first }: Cause): readonly string[] {
    return [
      ...indented(oneLine(this.#requirements.get(first.requirement)?.text ?? "")),
      ...("received" in first ? indented(`received ${oneLine(first.received)}`) : []),
    ];
  }

  /** The example that shows it best: the rule, what was expected and received, and the request as a shell line. */
  example(cause: Cause): readonly string[] {
    const { first, others } = cause;
    const often = first.outcome === "flaky" ? ` (in ${first.failed} of ${first.of} tries)` : "";
    const curl = this.#exchanges.get(shownExchange(first) ?? "")?.curl;
    const [, ...rules] = requirementsOf(cause);
    return [
      ...indented(oneLine(this.#requirements.get(first.requirement)?.text ?? "")),
      ...indented(oneLine(first.check)).map((line) => this.#paint(line, "quiet")),
      ...indented(`expected ${oneLine(first.expected)}`),
      ...indented(`received ${oneLine(first.received)}${often}`),
      // In one piece, so that it can be copied.
      ...(curl === undefined ? [] : [`${INDENT}${oneLine(curl, 4_000)}`]),
      ...(rules.length === 0 ? [] : indented(`as well: ${rules.map((rule) => oneLine(rule)).join(", ")}`)),
      ...(others.length === 0
        ? []
        : [this.#paint(`${INDENT}${counted(others.length, "other check")} like this`, "quiet")]),
    ];
  }
}

const indented = (text: string): readonly string[] =>
  text === "" ? [] : wrapped(text, WIDTH - INDENT.length).map((line) => `${INDENT}${line}`);
