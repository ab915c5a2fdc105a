import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a process of this machine or container is a `plumbline serve`, ready or not; `undefined` where processes
 * cannot be listed. It distinguishes a container that runs another command from a container that is starting.
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
    // The process has ended meanwhile, or belongs to another user.
    return [];
  }
}

/** Whether these are the arguments of `plumbline serve`; a shell may hold them in one argument. */
const serves = (args: readonly string[]): boolean => /plumbline(?:\.m?js)? serve\b/.test(args.join(" "));
