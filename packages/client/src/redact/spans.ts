/** A part of a text: the index of its beginning, and the index after its end. */
export type Span = readonly [start: number, end: number];

/** The same parts in order, with overlapping ones joined. */
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

/** The text with each of the parts replaced. The parts must be in order. */
export function replaced(text: string, spans: readonly Span[], by: string): string {
  if (spans.length === 0) return text;
  let [result, at] = ["", 0];
  for (const [start, end] of spans) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}
