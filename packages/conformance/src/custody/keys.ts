import type { OperationId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Entry, MadeEntry } from "./entry.ts";

/**
 * The owner of every request of a campaign: campaigns share one sequence of requests, so the custody undoes them
 * together at the end.
 */
export const CAMPAIGNS = "campaigns";

/** Selects the path parameters with these names. */
export const chosen = (path: Path, of: readonly string[]): Path =>
  Object.fromEntries(of.flatMap((name) => (path[name] === undefined ? [] : [[name, path[name]]])));

/** The key of a read operation at a place. */
export const keyOf = (operation: OperationId, path: Path): string =>
  `${operation} ${JSON.stringify(Object.entries(path).sort())}`;

/** Whether an address, complete or not, is below the place where a record was made. */
export const isAt = ({ path }: Pick<MadeEntry, "path">, address: Path): boolean =>
  Object.entries(path).every(([name, value]) => (address[name] ?? value) === value);

/** Whether no answer told the id of a requested record. */
export const isUnheard = (entry: Entry): boolean =>
  entry.kind === "made" && entry.id === undefined && entry.closed === undefined;

/** The name of a record in reports if no answer told its id. */
export const NO_ID = "without an id";

/** The name of an entry in a report. */
export function nameOf(entry: Entry): string {
  if (entry.kind === "made") return entry.id ?? NO_ID;
  return entry.path["alertId"] ?? entry.path["clusterName"] ?? entry.path["groupId"] ?? entry.path["orgId"] ?? "";
}
