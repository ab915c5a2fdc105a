import { onChange } from "./changes.ts";
import { onReturn } from "./returns.ts";

/** The next step: repeat failed checks, run everything, or end. */
export type Occasion = "again" | "everything" | "end";

/** In raw mode, Ctrl-C and Ctrl-D arrive as keys. */
const KEYS: ReadonlyMap<string, Occasion> = new Map([
  ...["\r", "\n", " "].map((key) => [key, "again"] as const),
  ["a", "everything"],
  ...["q", "\u0003", "\u0004"].map((key) => [key, "end"] as const),
]);

/** The events to wait for while no run is going on. */
export interface Watched {
  /** The address of the target. A user who restarts the target wants the failed checks repeated. */
  readonly url?: string;
  /** Files or folders of the target's source. */
  readonly paths: readonly string[];
  readonly input: NodeJS.ReadStream;
  /** Called when the target stops listening. */
  readonly gone: () => void;
}

/**
 * Waits for the first of these: a key (Enter or space, `a` for everything, `q` to end), a changed file, or the target
 * listening again after it did not. If the input ends, the other events remain; without any, this ends too.
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
    // In this mode, Ctrl-C interrupts a round.
    if (input.isTTY) input.setRawMode(false);
    input.pause();
  });
}
