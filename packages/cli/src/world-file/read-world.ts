import { InvalidWorldError, type OwnWorld } from "@plumbline/reference";
import { readYaml } from "../target-file/yaml-file.ts";
import { UsageError } from "../usage-error.ts";

/** A world file, with the way from a problem to its line. */
export interface WorldFile {
  readonly world: OwnWorld;
  /**
   * Waits for a server that starts with this world, and reports its problems as places in the file. @throws UsageError
   */
  located<T>(starting: Promise<T>): Promise<T>;
}

/** How many problems of one file are reported at once. */
const MOST = 10;

/** Limit in bytes: a world of about a hundred thousand records. */
const MOST_BYTES = 67_108_864;

/**
 * Reads a file in YAML or JSON; the server that loads the world checks its content.
 * @throws UsageError for a file that cannot be read, with the line.
 */
export function readWorld(path: string): WorldFile {
  const { value, spot } = readYaml(path, "world file", { most: MOST_BYTES });
  return {
    // An empty file, or one with only comments, is a world without records.
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
