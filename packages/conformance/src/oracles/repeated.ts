/** A name that occurs twice in a list; `undefined` entries are ignored. */
export const repeated = (names: readonly (string | undefined)[]): string | undefined =>
  names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
