/** A document as JSON with one line per member, and one line per item of a list. */
export function jsonByLine(document: object): string {
  const members = membersOf(document).map(([name, member]) => `${JSON.stringify(name)}: ${memberText(member)}`);
  return members.length === 0 ? "{}\n" : `{\n${members.join(",\n")}\n}\n`;
}

/** The line, counted from one, of the first item of a list in the output of `jsonByLine`. */
export function lineOfItems(document: object, list: string): number {
  const members = membersOf(document);
  const before = members.slice(
    0,
    members.findIndex(([name]) => name === list),
  );
  return before.reduce((line, [, member]) => line + (isList(member) ? member.length + 2 : 1), 3);
}

const membersOf = (document: object): readonly (readonly [name: string, member: unknown])[] =>
  Object.entries(document).filter(([, member]) => member !== undefined);

const isList = (member: unknown): member is readonly unknown[] => Array.isArray(member) && member.length > 0;

const memberText = (member: unknown): string =>
  isList(member) ? `[\n${member.map((item) => JSON.stringify(item)).join(",\n")}\n]` : JSON.stringify(member);
