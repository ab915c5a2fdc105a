/*
 * The rules for sentences in documents; docs/decisions/0033-documents-follow-rules-that-a-test-checks.md gives the
 * reasons.
 */

interface Rule {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly remedy: string;
}

const BANNED: readonly Rule[] = [
  { pattern: /\bwhoever\b/i, remedy: "name the actor" },
  {
    pattern: /\b(?:some|any|no|every)body\b/i,
    remedy: "name the actor, or say that no request, rule or client does it",
  },
  { pattern: /^(?:What|Who|Whatever)\b[^?]*$/, remedy: "begin with the actor" },
  {
    pattern: /\bwhat (?:is|was|are|were|has|had|comes|takes|goes|stands|lacks|may|must|can|would|could|holds)\b/i,
    remedy: "name the thing instead of describing it",
  },
  { pattern: /\bones? (?:that|who|which|of which)\b/i, remedy: "repeat the noun" },
  { pattern: /\bas such\b/i, remedy: "leave it out" },
  { pattern: /\bsuch\b(?! as\b)/i, remedy: "name the thing, or write this, that or these" },
  {
    pattern: /^(?:So|Nor|Neither|Never) (?:is|are|was|were|do|does|did|has|have|can|may|must)\b/,
    remedy: "subject, then verb",
  },
  { pattern: /\bbut for\b/i, remedy: "write except" },
  { pattern: /\bfor want of\b/i, remedy: "write because ... is missing" },
  { pattern: /\bof (?:its|their) own accord\b/i, remedy: "leave it out" },
  { pattern: /\ball the same\b/i, remedy: "write anyway" },
  { pattern: /\bno more\b(?! than\b)/i, remedy: "write no longer, or stops" },
  { pattern: /\bby now\b/i, remedy: "write now or so far" },
  { pattern: /\b(?:is|are|was|were) to be\b/i, remedy: "write must or will" },
  { pattern: /\bmay as well\b/i, remedy: "write can also" },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, remedy: "write fix" },
  { pattern: /\banew\b/i, remedy: "write again" },
  { pattern: /\bbeside\b/i, remedy: "write next to, with or besides" },
  { pattern: /\bstands? (?:in|at|there|behind|above|below|alone)\b/i, remedy: "write is" },
  { pattern: /\btak(?:es?|en|ing) (?:\w+ )?back\b/i, remedy: "write undo, restore or delete" },
  { pattern: /\bputs? (?:it|them|\w+ changes)? ?back\b/i, remedy: "write restore" },
  { pattern: /\bmakes? and changes\b/i, remedy: "write creates and changes" },
  { pattern: /\bat hand\b/i, remedy: "write available" },
  { pattern: /\bhowever (?:that|it|they|little|much|many)\b/i, remedy: "write even if" },
  { pattern: /\bin the eyes of\b|\bfor the sake of\b/i, remedy: "write for or because" },
  {
    pattern: /\bis (?:answered|accused|told|waited) (?:for|falsely|502|404)\b/i,
    remedy: "let the server or the suite act",
  },
];

const MOST_WORDS = 35;
/** The id of a requirement, which does not count as a word, because sentences list many. */
const ID = /^[A-Z][A-Z0-9]*\w*(?:-[A-Z0-9]+)+[,.]?$/;
const MOST_PASSIVES = 2;
const PASSIVE =
  /\b(?:is|are|was|were|be|been|being) (?:(?:not|never|also|only|then|again|\w+ly) )?(?:\w{3,}ed|known|shown|given|taken|made|sent|written|held|kept|found|left|told|seen|done|built|drawn|lost|put|cut|read|set|run|said)\b/gi;

/** A part of a document that is checked by itself. */
export interface Sentence {
  readonly text: string;
  /** A cell of a table or a heading, which need not be a whole sentence. */
  readonly part: boolean;
}

/** The rules that a sentence breaks, each with its remedy. */
export function objectionsTo({ text, part }: Sentence): readonly string[] {
  const found = BANNED.flatMap(({ pattern, remedy }) => {
    // Cells and headings may be clauses.
    const [words] = part && pattern.source.startsWith("^") ? [] : (pattern.exec(text) ?? []);
    return words === undefined ? [] : [`"${words.slice(0, 30)}": ${remedy}`];
  });
  const words = text.split(/\s+/).filter((word) => /\w/.test(word) && !ID.test(word)).length;
  if (!part && words > MOST_WORDS) found.push(`${words} words: at most ${MOST_WORDS}; make two sentences`);
  const passives = text.match(PASSIVE) ?? [];
  if (passives.length > MOST_PASSIVES) found.push(`${passives.join(", ")}: name the actors`);
  return found;
}

/** The sentences of a Markdown text, split at colons and semicolons; cells of tables and headings are parts. */
export function sentencesOf(markdown: string): readonly Sentence[] {
  const blocks: { text: string; part: boolean }[] = [];
  let open = false;
  for (const line of markdown.replace(/^ *```[\s\S]*?^ *```$/gm, "").split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("<!--") || STATED.test(text)) open = false;
    else if (text.startsWith("|") || text.startsWith("#")) {
      const cells = text.startsWith("|") ? text.split(/(?<!\\)\|/) : [text.replace(/^#+ /, "")];
      blocks.push(...cells.map((cell) => ({ text: plain(cell), part: true })));
      open = false;
    } else if (open && !ITEM.test(text)) {
      const last = blocks.at(-1);
      if (last !== undefined) last.text += ` ${text}`;
    } else {
      blocks.push({ text: text.replace(ITEM, ""), part: false });
      open = true;
    }
  }
  return blocks.flatMap(({ text, part }) =>
    plain(text)
      .split(/(?<=[.!?:]["”)*]*) +(?=["“(*]*[\p{Lu}X\d])|(?<=[:;]) +/u)
      .map((sentence) => ({ text: sentence.trim().replace(/^[*_"“(]+/, ""), part }))
      .filter(({ text: words }) => words !== ""),
  );
}

/** A rule of `docs/interface`, which repeats the text of its requirement. */
const STATED = /^- \*\*[^*]+\*\* \([A-Z]+, /;
const ITEM = /^(?:[-*]|\d+\.) +/;

/** Replaces code by one word and a link by its text, and drops quotations, which are not the document's own words. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`[^`]*`/g, "X")
    .replace(/"[^"]*"/g, "X")
    .replace(/\*\*|__/g, "")
    .trim();
