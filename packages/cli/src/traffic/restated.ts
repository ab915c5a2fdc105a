/**
 * The JSON text of a value that is in the place of a text; `undefined` if it has none, for example because it is nested
 * too deep.
 */
export function restated(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
