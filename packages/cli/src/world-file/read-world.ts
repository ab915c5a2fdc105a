import { InvalidWorldError, type OwnWorld } from "@plumbline/reference";
import { readYaml } from "../target-file/yaml-file.ts";
import { UsageError } from "../usage-error.ts";

/** A world as a file describes it, with the way back from a problem to its line. */
export interface WorldFile {
  readonly world: OwnWorld;
  /** What starting a server with it comes to, with its problems as lines of the file. @throws UsageError */
  located<T>(starting: Promise<T>): Promise<T>;
}

/** Problems of one file that are told at once. */
const MOST = 10;

/** Of a world of a hundred thousand records. */
const MOST_BYTES = 67_108_864;

/**
 * Reads a file in YAML or JSON; what is in it is judged by the server that is to hold it.
 * @throws UsageError for a file that cannot be read, naming its line.
 */
export function readWorld(path: string): WorldFile {
  const { value, spot } = readYaml(path, "world file", { most: MOST_BYTES });
  return {
    // An empty file, or one of comments, is a world of nothing.
    world: (value ?? {}) as OwnWorld,
    located: async (starting) => {
      try {
        return await starting;
      } catch (error) {
        if (!(error instanceof InvalidWorldError)) throw error;
        const told = error.problems
          .slice(0, MOST)
          .map(({ pointer, text }) => `${spot(pointer)}: ${pointer || "the file"}: ${text}`);
        const more = error.problems.length - told.length;
        throw new UsageError([...told, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
      }
    },
  };
}
