import { onChange } from "./changes.ts";
import { onReturn } from "./returns.ts";

/** Why a round is run, or that there is none any more. */
export type Occasion = "again" | "everything" | "end";

/** Where there is no line to edit, Ctrl-C and Ctrl-D come as keys. */
const KEYS: ReadonlyMap<string, Occasion> = new Map([
  ...["\r", "\n", " "].map((key) => [key, "again"] as const),
  ["a", "everything"],
  ...["q", "\u0003", "\u0004"].map((key) => [key, "end"] as const),
]);

/** What is watched while nothing runs. */
export interface Watched {
  /** The address of the target; whoever starts it again wants to know what it says now. */
  readonly url?: string;
  /** Files or folders that the target is made of. */
  readonly paths: readonly string[];
  readonly input: NodeJS.ReadStream;
  /** Hears that the target does not listen any more. */
  readonly gone: () => void;
}

/**
 * Waits for the first of: a key (Enter or space, `a` for everything, `q` to end), a changed file, the target listening
 * again after it did not. Input that ends leaves the others to wait for, if there are any.
 */
export async function nextOccasion({ url, paths, input, gone }: Watched): Promise<Occasion> {
  const ended = new AbortController();
  try {
    return await new Promise<Occasion>((resolve, reject) => {
      const { signal } = ended;
      const isAlone = url === undefined && paths.length === 0;
      onKey(input, signal, resolve, () => isAlone && resolve("end"));
      onChange(paths, signal, () => resolve("again"), reject);
      if (url !== undefined) void onReturn(url, signal, gone).then(() => resolve("again"));
    });
  } finally {
    ended.abort();
  }
}

function onKey(
  input: NodeJS.ReadStream,
  signal: AbortSignal,
  pressed: (occasion: Occasion) => void,
  closed: () => void,
): void {
  const take = (chunk: Buffer): void => {
    const [occasion] = Array.from(chunk.toString("latin1")).flatMap((key) => KEYS.get(key) ?? []);
    if (occasion !== undefined) pressed(occasion);
  };
  if (input.isTTY) input.setRawMode(true);
  input.on("data", take);
  input.once("end", closed);
  input.resume();
  signal.addEventListener("abort", () => {
    input.off("data", take);
    input.off("end", closed);
    // While a round runs, Ctrl-C interrupts it.
    if (input.isTTY) input.setRawMode(false);
    input.pause();
  });
}
