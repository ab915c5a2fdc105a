/**
 * Ids of the rules that `docs/interface` states but no check tests; at present there are none.
 */
export const UNCHECKED: readonly string[] = [];
