import type { AccessEntry } from "@plumbline/reference";
import type { Contract } from "@plumbline/schemas";

/**
 * A request as the control server shows it: without headers and body, and without the values of unknown query
 * parameters.
 */
export interface AskedEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  readonly operation?: string;
  readonly milliseconds: number;
}

/** Shown for the value of a parameter that the interface does not define: it may be a secret of the client. */
const NOT_SHOWN = "(not shown)";

/** A request to the served reference as its control server lists it, with neutral names. */
export function askedEntry(entry: AccessEntry, contract: Contract): AskedEntry {
  const { at, method, target, status, operation, milliseconds } = entry;
  const [path = "", query = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/\?(.*)/s);
  const known = new Set(operation === undefined ? [] : contract.operation(operation).query.map(({ name }) => name));
  const shown = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, known.has(name) ? value : NOT_SHOWN] as const,
  );
  return {
    at: new Date(at).toISOString(),
    method,
    path,
    query: Object.fromEntries(shown),
    status,
    ...(operation !== undefined && { operation }),
    milliseconds: Number(milliseconds.toFixed(1)),
  };
}
