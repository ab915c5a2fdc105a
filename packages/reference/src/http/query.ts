/** The values of each query parameter in order; `undefined` if the percent-encoding is broken. */
export function parseQuery(text: string): ReadonlyMap<string, readonly string[]> | undefined {
  if (text === "") return NOTHING;
  const query = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) return undefined;
    const values = query.get(name);
    // A query with thousands of equal names must not take quadratic time.
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

const NOTHING: ReadonlyMap<string, readonly string[]> = new Map();

/** Decodes a form or query component: a plus is a space, and the octets must be UTF-8. */
function decode(text: string): string | undefined {
  return decodePercent(text.replaceAll("+", " "));
}

/** Decodes a path segment; `undefined` if an escape is broken or its bytes are not UTF-8. A plus stays a plus. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
