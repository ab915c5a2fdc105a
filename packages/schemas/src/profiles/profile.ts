import type { Route } from "../operation.ts";
import type { OperationId } from "../operations.ts";
import type { InterfaceVersion } from "../versions.ts";

/**
 * The names that a target speaks where the contract uses neutral words. A profile renames and adds; it never changes
 * what a rule demands.
 */
export interface Profile {
  readonly name: string;
  /** The `<product>` segment of paths and media types; in capitals it begins the value `<PRODUCT>_MANAGED`. */
  readonly product: string;
  /** Neutral member name to wire name, in bodies of requests and answers. */
  readonly fields: Readonly<Record<string, string>>;
  /** Neutral header name to wire name. */
  readonly headers: Readonly<Record<string, string>>;
  /** By neutral member name: neutral value to wire value, for values that the contract fixes or suggests. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Further members of sets that the description closes, by the set's name: what this target adds to them. */
  readonly moreValues: Readonly<Record<string, readonly string[]>>;
  /** Codes of the cloud providers, first provider first. */
  readonly providerCodes: readonly string[];
  /** The common prefix of built-in analyzer names, without the dot. */
  readonly analyzerPrefix: string;
  /** The scheme of connection strings, before `://` and `+srv://`. @default engine */
  readonly connectionScheme?: string;
  /** The oldest date of version 2 that the target still serves, as YYYY-MM-DD. @default the description's only date, 2025-01-01 */
  readonly oldestDate?: string;
  /** The date of version 2 that requests ask for, as YYYY-MM-DD. @default the description's only date, 2025-01-01 */
  readonly acceptDate?: string;
  /** The scheme word before a service account's token in the Authorization header; the description names neither. */
  readonly tokenScheme: string;
  /** Routes that differ from the catalogue; `null` says that the target does not have the operation in that version. */
  readonly routes: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<InterfaceVersion, Route | null>>>>>>;
  /** Paths of the two operations outside the interface versions; `null` says that the target does not have it. */
  readonly standalonePaths: Readonly<Partial<Record<OperationId, string | null>>>;
}
