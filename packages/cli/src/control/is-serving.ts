import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a process of this machine, or of this container, is a `plumbline serve`, also one that is not ready yet;
 * `undefined` where processes cannot be looked at. A container that runs another command is told from one that is starting.
 */
export function isServing(folder = "/proc"): boolean | undefined {
  let entries: readonly string[];
  try {
    entries = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  if (entries.length === 0) return undefined;
  return entries.some((name) => serves(argumentsOf(`${folder}/${name}/cmdline`)));
}

function argumentsOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\0");
  } catch {
    // It ended meanwhile, or is somebody else's.
    return [];
  }
}

/** Whether these are the arguments of the program with its command, which a shell may have in one text. */
const serves = (args: readonly string[]): boolean => /plumbline(?:\.m?js)? serve\b/.test(args.join(" "));
