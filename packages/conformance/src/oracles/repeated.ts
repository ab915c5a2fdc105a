/** A name that stands twice in a list; what has no name is told from nothing. */
export const repeated = (names: readonly (string | undefined)[]): string | undefined =>
  names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
