/** The JSON text of a value that stands where a text should; `undefined` where it has none, as when it is nested too deep. */
export function restated(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
