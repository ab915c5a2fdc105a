/** Compares without order, because the contract states no order of a list. */
export const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  `${[...one].sort()}` === `${[...other].sort()}`;
