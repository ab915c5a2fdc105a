import type { Risk, Target } from "@plumbline/conformance";
import { nearest } from "@plumbline/schemas/nearest";
import { PERMISSIONS } from "../target-file/schema.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The permissions of a run: reading, and those that were given. If a file and a flag both give permissions, only those
 * in both count.
 */
export function permissions(...given: readonly (readonly string[] | undefined)[]): ReadonlySet<Risk> {
  const [first = new Set<Risk>(["read"]), ...others] = given.flatMap((words) =>
    words === undefined ? [] : [known(words)],
  );
  return new Set([...first].filter((risk) => others.every((other) => other.has(risk))));
}

/** The permissions that the target file and the flag name, each if it names any. */
export const allowedBy = (
  file: readonly string[] | undefined,
  flag: readonly string[] | undefined,
): NonNullable<Target["allowedBy"]> => ({
  ...(file !== undefined && { file: known(file) }),
  ...(flag !== undefined && { flag: known(flag) }),
});

/** @throws UsageError for a word that is no permission. */
function known(words: readonly string[]): ReadonlySet<Risk> {
  const allow = new Set<Risk>(["read"]);
  for (const word of words) {
    const known = PERMISSIONS.find((one) => one === word);
    if (known === undefined) {
      const close = nearest(word, PERMISSIONS);
      throw new UsageError(
        `there is no permission "${word}": ${close ? `did you mean "${close}"?` : `the permissions are ${PERMISSIONS.join(", ")}`}`,
      );
    }
    allow.add(known);
  }
  return allow;
}

/** Every permission, for targets that were started for this run. */
export const EVERYTHING: ReadonlySet<Risk> = new Set<Risk>(["read", ...PERMISSIONS]);
