/** Notes on a rule that do not depend on a run, in complete sentences. */
export interface RuleNote {
  /** How the rule is checked. */
  readonly checked: readonly string[];
  /** Mistakes of servers that are known to break it. */
  readonly mistakes: readonly string[];
  /** How a server can be fixed. */
  readonly mend: readonly string[];
}

/**
 * The source of notes on rules for readers of a report. The caller of a renderer supplies it, because a report contains
 * only results of the run.
 */
export interface RuleBook {
  readonly note: (requirement: string) => RuleNote | undefined;
  /** The address of the documentation site, with a slash at its end, if there is one. */
  readonly site?: string;
}

/** The address of the page about a rule; `undefined` without a site. */
export function rulePage(site: string | undefined, requirement: string): string | undefined {
  return site === undefined ? undefined : `${site}rules/${encodeURIComponent(requirement)}.html`;
}
