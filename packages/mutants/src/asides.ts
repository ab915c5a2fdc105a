/** What is left out before anything is run, since no answer that the description speaks of depends on it. */
export interface AsideRule {
  readonly name: string;
  readonly reason: string;
  readonly holds: (place: Place) => boolean;
}

/** What of a syntax tree the rules look at. */
export interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
}
/** A node of a syntax tree, and where it stands. */
export interface Place {
  readonly node: Node;
  readonly parent?: Node;
  /** The list of its parent that it stands in, such as `arguments`, and where in it. */
  readonly listKey?: string | undefined;
  readonly key?: string | number | null;
}

/** Where a refusal takes its text for people, by what makes it. */
const TEXT_OF: Readonly<Record<string, number>> = { Refusal: 2, notFound: 1, invalid: 0 };

/** Changes that no rule could notice, each with the reason; they are not tried. */
export const ASIDES: readonly AsideRule[] = [
  {
    name: "refusal-text",
    reason: "the text for people in the `detail` of an error; the description gives no wording",
    holds: ({ node, parent, listKey, key }) =>
      isText(node) && listKey === "arguments" && key === TEXT_OF[calledIn(parent)],
  },
  {
    name: "exception-text",
    reason: "the message of an exception of the program itself, which no answer shows",
    holds: ({ node, parent, listKey, key }) =>
      isText(node) &&
      listKey === "arguments" &&
      key === 0 &&
      (parent?.callee?.type === "Super" || (parent?.type === "NewExpression" && /Error$/.test(calledIn(parent)))),
  },
];

const isText = ({ type }: Node): boolean => type === "StringLiteral" || type === "TemplateLiteral";

const calledIn = (call: Node | undefined): string =>
  call?.type === "NewExpression" || call?.type === "CallExpression" ? (call.callee?.name ?? "") : "";
