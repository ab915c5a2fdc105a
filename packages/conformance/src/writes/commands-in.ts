import { parseJson } from "@plumbline/client";
import type { Contract, WriteId } from "@plumbline/schemas";
import { isObject } from "../ground/json.ts";
import { WRITES } from "./table.ts";
import type { Command, Write } from "./write.ts";

/**
 * The commands that a body gives, should a server read it as freely as any does: a member in another case, twice, with a value
 * of another type, or in a body that is no JSON. Pure.
 * @param text the body as it goes on the wire
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
  // A member that stands there twice is shown once.
  const times = text.toLowerCase().split(name.toLowerCase()).length - 1;
  return given.some(([, value]) => !idle(value)) || times > Math.max(1, given.length);
}

/** Names that some reader or other takes for one another: blanks around, another case. */
const isLike = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase();
