/**
 * Rules of the interface that no check looks at, by id: none at present. A target would not be judged by them, while
 * `docs/interface` states them all the same.
 */
export const UNCHECKED: readonly string[] = [];
