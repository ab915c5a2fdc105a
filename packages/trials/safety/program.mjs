import { fileURLToPath } from "node:url";
import { startNode } from "./children.mjs";

const PROGRAM = fileURLToPath(new URL("../../cli/bin/plumbline.mjs", import.meta.url));

/** Starts the program as a user does: a process that knows its arguments and its environment. */
export const startProgram = (args, options) => startNode([PROGRAM, ...args], options);

/** Runs it to its end; one that takes longer than `seconds` is killed, and `late` says so. `onStart` hears of its id. */
export async function runProgram(args, { seconds, onStart, ...options }) {
  const began = performance.now();
  const program = startProgram(args, options);
  onStart?.(program.pid);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    program.kill();
  }, seconds * 1_000);
  const code = await program.ended;
  clearTimeout(timer);
  return { code, late, said: program.said(), ...program.printed, seconds: (performance.now() - began) / 1_000 };
}
