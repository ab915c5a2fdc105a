import type { Route } from "../operation.ts";
import type { OperationId } from "../operations.ts";
import type { InterfaceVersion } from "../versions.ts";

/**
 * The names of a target for the neutral names of the contract. A profile renames and adds; it never changes the demand
 * of a rule.
 */
export interface Profile {
  readonly name: string;
  /** The `<product>` segment of paths and media types; in capitals, the beginning of the value `<PRODUCT>_MANAGED`. */
  readonly product: string;
  /** Neutral member name to wire name, in bodies of requests and answers. */
  readonly fields: Readonly<Record<string, string>>;
  /** Neutral header name to wire name. */
  readonly headers: Readonly<Record<string, string>>;
  /** By neutral member name: neutral value to wire value, for values that the contract fixes or suggests. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Additional members of sets that the description closes, by the name of the set. */
  readonly moreValues: Readonly<Record<string, readonly string[]>>;
  /** Codes of the cloud providers, in the order of the contract. */
  readonly providerCodes: readonly string[];
  /** The common prefix of built-in analyzer names, without the dot. */
  readonly analyzerPrefix: string;
  /** The scheme of connection strings, before `://` and `+srv://`. @default engine */
  readonly connectionScheme?: string;
  /**
   * The oldest date of version 2 that the target still serves, as YYYY-MM-DD.
   * @default the description's only date, 2025-01-01
   */
  readonly oldestDate?: string;
  /**
   * The date of version 2 that requests use, as YYYY-MM-DD.
   * @default the description's only date, 2025-01-01
   */
  readonly acceptDate?: string;
  /** The scheme before a service account's token in the Authorization header, which the description does not name. */
  readonly tokenScheme: string;
  /** Routes that differ from the catalogue; `null` means that the target lacks the operation in that version. */
  readonly routes: Readonly<Partial<Record<OperationId, Readonly<Partial<Record<InterfaceVersion, Route | null>>>>>>;
  /** Paths of the two operations outside the interface versions; `null` means that the target lacks the operation. */
  readonly standalonePaths: Readonly<Partial<Record<OperationId, string | null>>>;
}
