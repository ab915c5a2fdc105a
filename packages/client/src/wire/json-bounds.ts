/** What is kept of the JSON of a large body, so that a target cannot fill the memory with what nobody asked for. */
export interface JsonBounds {
  /** Names of the members that are kept wherever they stand; worked out when the first large body comes. */
  readonly listed: () => ReadonlySet<string>;
  /** Other members of one object that are kept. */
  readonly mostUnknown: number;
  /** Characters of a text, and of a name. */
  readonly longestText: number;
  readonly longestName: number;
  /** Items of one list, and values of all kept lists and objects together: a body that has more is too large. */
  readonly mostItems: number;
  readonly mostValues: number;
}
