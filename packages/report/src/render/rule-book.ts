/** What the program knows of a rule whatever a run came to, in whole sentences. */
export interface RuleNote {
  /** How it is looked at. */
  readonly checked: readonly string[];
  /** Mistakes of servers that are known to break it. */
  readonly mistakes: readonly string[];
  /** How a server comes to keep it. */
  readonly mend: readonly string[];
}

/** Where readers of a report find out about rules. It comes from whoever writes the report: a report holds what a run showed. */
export interface RuleBook {
  readonly note: (requirement: string) => RuleNote | undefined;
  /** The address of the documentation site, with a slash at its end, where there is one. */
  readonly site?: string;
}

/** The address of the page about a rule. */
export function rulePage(site: string | undefined, requirement: string): string | undefined {
  return site === undefined ? undefined : `${site}rules/${encodeURIComponent(requirement)}.html`;
}
