/** A part of a text: where it begins, and where what follows it begins. */
export type Span = readonly [start: number, end: number];

/** The same parts of the text in order, each place once. */
export function merged(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const whole: [number, number][] = [];
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = whole.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else whole.push([start, end]);
  }
  return whole;
}

/** The text with each of these parts, which are in order, replaced. */
export function replaced(text: string, spans: readonly Span[], by: string): string {
  if (spans.length === 0) return text;
  let [result, at] = ["", 0];
  for (const [start, end] of spans) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}
