/** A value as the text of a JSON file, with a line feed at its end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
