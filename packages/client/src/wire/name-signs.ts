/** Signs that names may have; a sign is a number below this. */
const SIGNS = 65_536;

const signsByList = new WeakMap<ReadonlySet<string>, Uint8Array>();

/** A number that equal names share, and that other names rarely have: from the length in bytes, the first and the last. */
export function signOf(length: number, first: number, last: number): number {
  return ((length & 0xff) << 8) | ((first * 31 + last) & 0xff);
}

/** 1 at the sign of each name; worked out once for each list of names. */
export function signsOf(names: ReadonlySet<string>): Uint8Array {
  const known = signsByList.get(names);
  if (known !== undefined) return known;
  const signs = new Uint8Array(SIGNS);
  for (const name of names) signs[signOfName(name)] = 1;
  signsByList.set(names, signs);
  return signs;
}

/** The sign of a name by its characters. */
export function signOfName(name: string): number {
  const { length } = name;
  // Nothing but ASCII, as nearly all names.
  if (Buffer.byteLength(name) === length) return signOf(length, name.charCodeAt(0), name.charCodeAt(length - 1));
  const bytes = Buffer.from(name);
  return signOf(bytes.length, bytes[0] ?? 0, bytes[bytes.length - 1] ?? 0);
}
