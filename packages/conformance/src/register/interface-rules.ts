import { interfaceAnchor } from "./interface-anchor.ts";

/** A rule as docs/interface states it. */
export interface InterfaceRule {
  readonly id: string;
  readonly level: string;
  readonly basis: string;
  readonly text: string;
  readonly anchor: string;
}

/** The line of docs/interface that states a rule. */
export const interfaceLine = ({ id, level, basis, text }: Omit<InterfaceRule, "anchor">): string =>
  `- **${id}** (${level}, ${basis}): ${text} <a id="${interfaceAnchor(id)}"></a>`;

const RULE = /^- \*\*([^*]+)\*\* \(([A-Z]+), ([^)]+)\): (.+) <a id="([^"]+)"><\/a>$/;

/**
 * The rules in the text of a file of docs/interface, in its order.
 * @throws SyntaxError for an item that begins like a rule but is not one.
 */
export function readInterfaceRules(markdown: string): readonly InterfaceRule[] {
  return markdown.split("\n").flatMap((line, index) => {
    if (!line.startsWith("- **")) return [];
    const [, id, level, basis, text, anchor] = RULE.exec(line) ?? [];
    if (id === undefined || level === undefined || basis === undefined || text === undefined || anchor === undefined) {
      throw new SyntaxError(
        `line ${index + 1}: expected "- **ID** (LEVEL, basis): text <a id="id"></a>", received ${JSON.stringify(line.slice(0, 80))}; mend the line`,
      );
    }
    return [{ id, level, basis, text, anchor }];
  });
}
