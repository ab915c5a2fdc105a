import type { Limits } from "@plumbline/conformance";
import { nearest } from "@plumbline/schemas/nearest";
import type { Given } from "../flags.ts";
import { CREATES } from "../target-file/creates.ts";
import { UsageError } from "../usage-error.ts";

/**
 * How many records each creating operation may leave, from `--limit`.
 * @throws UsageError for a text that is no creating operation with a number, and for an operation that is named twice.
 */
export function limitsGiven(given: Given): Limits {
  const limits = new Map<string, number>();
  for (const text of given.all("limit") ?? []) {
    const [, name, count] = /^(\w+)=(\d{1,9})$/.exec(text) ?? [];
    if (name === undefined)
      throw new UsageError(
        `--limit takes an operation and the number of records that may stay, such as createCluster=2, received "${text}"`,
      );
    if (!CREATES.some((id) => id === name)) throw new UsageError(`--limit: ${noCreate(name)}`);
    if (limits.has(name)) throw new UsageError(`--limit names ${name} twice: leave one out`);
    limits.set(name, Number(count));
  }
  return Object.fromEntries(limits);
}

function noCreate(name: string): string {
  const close = nearest(name, CREATES);
  const hint = close === undefined ? `use one of ${CREATES.join(", ")}` : `did you mean "${close}"?`;
  return `expected an operation that creates records, received "${name}": ${hint}`;
}
