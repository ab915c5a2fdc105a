/** Bounds on the JSON kept of a large body, so that a target cannot fill the memory with unrequested content. */
export interface JsonBounds {
  /** Names of the members that are kept everywhere; computed when the first large body comes. */
  readonly listed: () => ReadonlySet<string>;
  /** The most other members kept of one object. */
  readonly mostUnknown: number;
  /** The most characters of a string and of a name. */
  readonly longestText: number;
  readonly longestName: number;
  /** The most items of one list, and values of all kept lists and objects together. A body with more is too large. */
  readonly mostItems: number;
  readonly mostValues: number;
}
