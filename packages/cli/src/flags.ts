import { parseArgs } from "node:util";
import { wrapped } from "@plumbline/report/wrapped";
import { nearest } from "@plumbline/schemas/nearest";
import { UsageError } from "./usage-error.ts";

/** A flag of a command: its value's name in help (none for a switch) and one line of help. */
export interface Flag {
  readonly value?: string;
  readonly many?: true;
  readonly help: string;
  /** Returns the reason in words why a value cannot be used. */
  readonly refuses?: (value: string) => string | undefined;
}
/** The flags of a command by name, without the two hyphens. */
export type Flags = Readonly<Record<string, Flag>>;

/** The arguments that a user gave: the values of every flag in order. A switch that is set holds one empty string. */
export interface Given {
  readonly words: readonly string[];
  has(name: string): boolean;
  one(name: string): string | undefined;
  /** Values of a flag that may be repeated; a comma also separates two values. */
  all(name: string): readonly string[] | undefined;
  /** @throws UsageError unless the value is an integer of at least `least`. */
  integer(name: string, least: number): number | undefined;
}

/**
 * Reads the arguments of a command.
 * @throws UsageError for an unknown flag, naming the nearest one, and for a value that is missing or not expected.
 */
export function readFlags(command: string, flags: Flags, args: readonly string[]): Given {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      { type: flag.value ? ("string" as const) : ("boolean" as const), multiple: true },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) throw new UsageError(unknownFlag(command, token.rawName, flags));
    const isNext = token.inlineValue === false && /^--[a-z]/.test(token.value);
    if (flag.value && (token.value === undefined || token.value === "" || isNext))
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${flag.value}`);
    if (!flag.value && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
    const refused = flag.refuses?.(token.value ?? "");
    if (refused !== undefined) throw new UsageError(`${token.rawName}: ${refused}`);
    const before = values.get(token.name) ?? [];
    if (before.length > 0 && flag.value && !flag.many)
      throw new UsageError(`${token.rawName} was given twice: leave one out`);
    values.set(token.name, [...before, token.value ?? ""]);
  }
  return {
    words,
    has: (name) => values.has(name),
    one: (name) => values.get(name)?.[0],
    all: (name) =>
      values
        .get(name)
        ?.flatMap((value) => value.split(","))
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    integer: (name, least) => {
      const text = values.get(name)?.[0];
      if (text === undefined) return undefined;
      if (!/^\d{1,9}$/.test(text) || Number(text) < least)
        throw new UsageError(`--${name} takes an integer of at least ${least}, received "${text}"`);
      return Number(text);
    },
  };
}

function unknownFlag(command: string, given: string, flags: Flags): string {
  const close = nearest(given.replace(/^-+/, ""), Object.keys(flags));
  const hint = close === undefined ? `"plumbline ${command} --help" lists them` : `did you mean --${close}?`;
  return `plumbline ${command} has no flag ${given}: ${hint}`;
}

/** Width of a help text in columns; every terminal has this many. */
const COLUMNS = 80;

/** The help text of a command's flags, wrapped in a column next to their names. */
export function flagHelp(flags: Flags): string {
  const rows = Object.entries(flags).map(
    ([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ""}`, help] as const,
  );
  if (rows.length === 0) return "This command has no flags.";
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = " ".repeat(width + 4);
  return rows
    .map(([left, help]) => `  ${left.padEnd(width)}  ${wrapped(help, COLUMNS - indent.length).join(`\n${indent}`)}`)
    .join("\n");
}
