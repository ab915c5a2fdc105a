/** The number of possible signs; a sign is a number below this. */
const SIGNS = 65_536;

const signsByList = new WeakMap<ReadonlySet<string>, Uint8Array>();

/** A number from a name's length in bytes and its first and last byte. Equal names share it, others rarely do. */
export function signOf(length: number, first: number, last: number): number {
  return ((length & 0xff) << 8) | ((first * 31 + last) & 0xff);
}

/** A table with 1 at the sign of each name; computed once for each list of names. */
export function signsOf(names: ReadonlySet<string>): Uint8Array {
  const known = signsByList.get(names);
  if (known !== undefined) return known;
  const signs = new Uint8Array(SIGNS);
  for (const name of names) signs[signOfName(name)] = 1;
  signsByList.set(names, signs);
  return signs;
}

/** The sign of a name, from its characters. */
export function signOfName(name: string): number {
  const { length } = name;
  // Only ASCII, as nearly all names.
  if (Buffer.byteLength(name) === length) return signOf(length, name.charCodeAt(0), name.charCodeAt(length - 1));
  const bytes = Buffer.from(name);
  return signOf(bytes.length, bytes[0] ?? 0, bytes[bytes.length - 1] ?? 0);
}
