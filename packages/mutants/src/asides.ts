/** Mutants that are skipped, since no answer that the description covers depends on the changed code. */
export interface AsideRule {
  readonly name: string;
  readonly reason: string;
  readonly holds: (place: Place) => boolean;
}

/** The part of a syntax tree node that the rules read. */
export interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
}
/** A node of a syntax tree, and its place. */
export interface Place {
  readonly node: Node;
  readonly parent?: Node;
  /** The list of its parent that contains it, such as `arguments`, and its index in that list. */
  readonly listKey?: string | undefined;
  readonly key?: string | number | null;
}

/** The argument of a refusal that is the text for people, by the called function. */
const TEXT_OF: Readonly<Record<string, number>> = { Refusal: 2, notFound: 1, invalid: 0 };

/** Changes that no rule could detect, each with the reason. They are not tried. */
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
