import type { Profile } from "./profiles/profile.ts";
import { RESOURCE_DATE } from "./versions.ts";

/** Type and subtype of a media type in lower case, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** The date in a media type of the product, as YYYY-MM-DD; `undefined` for other types and invalid dates. */
export function resourceDateIn(mediaType: string, product: string): string | undefined {
  const prefix = `application/vnd.${product.toLowerCase()}.`;
  const type = essence(mediaType);
  if (!type.startsWith(prefix) || !type.endsWith("+json")) return undefined;
  const date = type.slice(prefix.length, -"+json".length);
  return isDate(date) ? date : undefined;
}

/** The date of version 2 in a media type if the target serves it: its oldest date, or a later one. */
export function servedDateIn(mediaType: string, profile: Profile): string | undefined {
  const date = resourceDateIn(mediaType, profile.product);
  return date !== undefined && isServed(date, profile) ? date : undefined;
}

const isServed = (date: string, { oldestDate = RESOURCE_DATE }: Profile): boolean => date >= oldestDate;

/** Media ranges of an Accept header, except those with a weight of zero (RFC 9110, section 12.5.1). */
export const rangesOf = (accept: string): readonly string[] =>
  accept.split(",").filter((range) => !REFUSED.test(range));

/** The newest date of version 2 in an Accept header. */
export const newestDateOf = (accept: string, product: string): string | undefined =>
  rangesOf(accept)
    .flatMap((range) => resourceDateIn(range, product) ?? [])
    .toSorted()
    .at(-1);

/** The newest date of version 2 in an Accept header if the target serves it: if that one is too old, all are. */
export function servedDateOf(accept: string, profile: Profile): string | undefined {
  const date = newestDateOf(accept, profile.product);
  return date !== undefined && isServed(date, profile) ? date : undefined;
}

const REFUSED = /;\s*q\s*=\s*0(\.0*)?\s*(;|$)/i;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
