import { fileURLToPath } from "node:url";
import { startNode } from "./children.mjs";

const PROGRAM = fileURLToPath(new URL("../../cli/bin/plumbline.mjs", import.meta.url));

/** Starts the program as a user does: a process with arguments and environment only. */
export const startProgram = (args, options) => startNode([PROGRAM, ...args], options);

/**
 * Runs the program to its end. One that takes longer than `seconds` is killed, and `late` is set. `onStart` receives
 * its process id.
 */
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
