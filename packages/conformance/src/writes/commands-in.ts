import { parseJson } from "@plumbline/client";
import type { Contract, WriteId } from "@plumbline/schemas";
import { isObject } from "../ground/json.ts";
import { WRITES } from "./table.ts";
import type { Command, Write } from "./write.ts";

/**
 * The commands that a body may give to a server with a lenient parser: a member in another case, a member that occurs
 * twice, a value of another type, or a body that is not JSON. Pure.
 * @param text the body as sent
 */
export function commandsIn(operation: WriteId, text: string | undefined, { field }: Contract): readonly Command[] {
  const { commands = [] }: Write = WRITES[operation];
  if (text === undefined || commands.length === 0) return [];
  const json = parseJson(text);
  return commands.filter((command) => {
    const name = field(command.member);
    return isGiven(command, name, json, text);
  });
}

function isGiven({ idle }: Command, name: string, json: unknown, text: string): boolean {
  if (!isObject(json)) return text.toLowerCase().includes(name.toLowerCase());
  const given = Object.entries(json).filter(([key]) => isLike(key, name));
  // Parsing keeps only one of two members with the same name, so the text is searched for further occurrences.
  const times = text.toLowerCase().split(name.toLowerCase()).length - 1;
  return given.some(([, value]) => !idle(value)) || times > Math.max(1, given.length);
}

/** Whether a lenient parser may treat two names as equal: they differ in surrounding blanks or in case. */
const isLike = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase();
