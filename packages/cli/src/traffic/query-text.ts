import type { Pair } from "./pairs-in.ts";

/** Names and values in the form of a query, percent-encoded. */
export const queryText = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value = ""]): [string, string] => [name, value]))
    .toString()
    .replaceAll("+", "%20");

/**
 * An address with the parameters that were kept separately and are missing in it. Its fragment is dropped, because
 * clients do not send it.
 */
export function withQuery(url: string, kept: readonly Pair[]): string {
  const [address = ""] = url.split("#", 1);
  if (kept.length === 0) return address;
  const at = address.indexOf("?");
  const written = at === -1 ? "" : address.slice(at + 1);
  const names = new Set([
    ...new URLSearchParams(written).keys(),
    ...written.split("&").map((pair) => pair.split("=", 1)[0]),
  ]);
  const missing = kept.filter(([name]) => name !== "" && !names.has(name) && !names.has(decoded(name)));
  if (missing.length === 0) return address;
  const sign = at === -1 ? "?" : written === "" || written.endsWith("&") ? "" : "&";
  return `${address}${sign}${queryText(missing)}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
