/** The values of each query parameter in order, or nothing when the percent-encoding is broken. */
export function parseQuery(text: string): ReadonlyMap<string, readonly string[]> | undefined {
  const query = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return query;
}

/** Text of a form or query component: a plus is a space, and the octets must be UTF-8. */
function decode(text: string): string | undefined {
  return decodePercent(text.replaceAll("+", " "));
}

export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
