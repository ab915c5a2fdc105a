import type { OperationId, RouteVersion } from "@plumbline/schemas";

/** An operation that the requirement is tested on, and the versions. */
export interface Place {
  readonly operation: OperationId;
  readonly versions: readonly RouteVersion[];
}

/**
 * What the owner of a server needs to know about a requirement that the server breaks. All texts are whole sentences.
 */
export interface Explanation {
  /** Why the requirement holds. */
  readonly restsOn: string;
  readonly places: readonly Place[];
  /** How the suite tests it. */
  readonly checked: readonly string[];
  /** The names of the questions of one check, if it has several. */
  readonly cases: readonly string[];
  /** What can prevent its checks from running, in the words of a report. */
  readonly obstacles: readonly string[];
  /** How to change a server so that it keeps the requirement. */
  readonly mend: readonly string[];
  /** The command that tests only this requirement. */
  readonly command: string;
}
