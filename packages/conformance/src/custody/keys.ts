import type { OperationId } from "@plumbline/schemas";
import type { Path } from "../ground/fields.ts";
import type { Entry, MadeEntry } from "./entry.ts";

/** Campaigns work off one order of requests together, so what they change is put back when all of them are done. */
export const CAMPAIGNS = "campaigns";

/** The path parameters of these names. */
export const chosen = (path: Path, of: readonly string[]): Path =>
  Object.fromEntries(of.flatMap((name) => (path[name] === undefined ? [] : [[name, path[name]]])));

/** What is read by an operation at a place, as a key. */
export const keyOf = (operation: OperationId, path: Path): string =>
  `${operation} ${JSON.stringify(Object.entries(path).sort())}`;

/** Whether an address, complete or not, is below the place where a record was made. */
export const isAt = ({ path }: Pick<MadeEntry, "path">, address: Path): boolean =>
  Object.entries(path).every(([name, value]) => (address[name] ?? value) === value);

/** A record that was asked for, and of which no answer told the id. */
export const isUnheard = (entry: Entry): boolean =>
  entry.kind === "made" && entry.id === undefined && entry.closed === undefined;

/** What a record is called whose id no answer told. */
export const NO_ID = "without an id";

/** What an entry is called in a report. */
export function nameOf(entry: Entry): string {
  if (entry.kind === "made") return entry.id ?? NO_ID;
  return entry.path["alertId"] ?? entry.path["clusterName"] ?? entry.path["groupId"] ?? entry.path["orgId"] ?? "";
}
