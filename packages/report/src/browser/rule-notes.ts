import type { EmbeddedNotes } from "../render/page/data/rule-notes.ts";
import { rulePage } from "../render/rule-book.ts";
import { el } from "./dom.ts";

const written = document.getElementById("rule-notes");
const book: EmbeddedNotes = written === null ? { sentences: [], notes: {} } : JSON.parse(written.textContent);

const PARTS = ["How it is checked", "Known causes of failure", "How to fix it"] as const;

/** The notes on a rule, and the link to its page; empty when the page has neither. */
export function aboutRule(requirement: string): readonly Node[] {
  const note = Object.hasOwn(book.notes, requirement) ? (book.notes[requirement] ?? []) : [];
  const parts = note.flatMap((sentences, index) => {
    if (sentences.length === 0) return [];
    const lines = sentences.map((place) => el("dd", {}, book.sentences[place]));
    return [el("div", {}, el("dt", {}, PARTS[index]), ...lines)];
  });
  const page = rulePage(book.site, requirement);
  return [
    ...(parts.length === 0
      ? []
      : [el("details", { class: "about" }, el("summary", {}, "About this rule"), el("dl", {}, ...parts))]),
    ...(page === undefined
      ? []
      : [el("p", { class: "quiet" }, el("a", { href: page, rel: "noreferrer" }, "Its page in the documentation"))]),
  ];
}
