import type { OperationId, RouteVersion } from "@plumbline/schemas";

/** An operation that a rule is looked at on, in which of its versions. */
export interface Place {
  readonly operation: OperationId;
  readonly versions: readonly RouteVersion[];
}

/** What somebody wants to know of a rule whose server does not keep it; all texts are whole sentences. */
export interface Explanation {
  /** What the rule rests on. */
  readonly restsOn: string;
  readonly places: readonly Place[];
  /** How it is looked at. */
  readonly checked: readonly string[];
  /** Questions of one check, by name, where it has several. */
  readonly cases: readonly string[];
  /** What keeps it from being looked at, in the words of a report. */
  readonly obstacles: readonly string[];
  /** How a server comes to keep it. */
  readonly mend: readonly string[];
  /** The command that looks at it alone. */
  readonly command: string;
}
