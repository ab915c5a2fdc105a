/** The order of a list is not given. */
export const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  `${[...one].sort()}` === `${[...other].sort()}`;
