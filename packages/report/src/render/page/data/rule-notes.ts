import type { OutcomeKind } from "../../../outcome.ts";
import type { Report } from "../../../report.ts";
import type { RuleBook } from "../../rule-book.ts";
import { embeddedJson, html, type Markup } from "../markup.ts";

/**
 * Notes in the form in which the page contains them. Most sentences belong to many rules, so the page contains each
 * once, and the notes refer to it by its index.
 */
export interface EmbeddedNotes {
  readonly site?: string;
  readonly sentences: readonly string[];
  /** By requirement, three lists of indexes: how it is checked, which mistakes break it, how to fix it. */
  readonly notes: Readonly<Record<string, readonly (readonly number[])[]>>;
}

const BROKEN: ReadonlySet<OutcomeKind> = new Set(["fail", "warn", "flaky", "known-fail", "harness-error"]);

/** A data block with notes on the rules that readers will look up: those that do not hold or could not run. */
export function ruleNotes({ requirements }: Report, book: RuleBook | undefined): readonly Markup[] {
  if (book === undefined) return [];
  const places = new Map<string, number>();
  const placeOf = (sentence: string): number => {
    const place = places.get(sentence) ?? places.size;
    places.set(sentence, place);
    return place;
  };
  const notes: [string, readonly (readonly number[])[]][] = [];
  for (const { id, outcome } of requirements) {
    const broken = BROKEN.has(outcome);
    const note = broken || outcome === "could-not-run" ? book.note(id) : undefined;
    if (note === undefined) continue;
    // A rule that could not run may well hold, so mistakes and fixes are left out.
    const parts = broken ? [note.checked, note.mistakes, note.mend] : [note.checked];
    notes.push([id, parts.map((part) => part.map(placeOf))]);
  }
  const embedded: EmbeddedNotes = {
    ...(book.site !== undefined && { site: book.site }),
    sentences: [...places.keys()],
    notes: Object.fromEntries(notes),
  };
  return [html`<script type="application/json" id="rule-notes">${embeddedJson(embedded)}</script>`];
}
