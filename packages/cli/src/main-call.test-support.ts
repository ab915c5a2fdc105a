import { main } from "./main.ts";

/** Runs the program in this process and captures its output. */
export async function call(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly out: string; readonly note: string }> {
  let out = "";
  let note = "";
  const code = await main(args, {
    out: (text) => (out += text),
    note: (text) => (note += text),
    interactive: false,
    colour: false,
    width: 80,
    environment,
  });
  return { code, out, note };
}
