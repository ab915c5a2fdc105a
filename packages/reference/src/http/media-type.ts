import {
  acceptHeader,
  essence,
  newestDateOf,
  type Profile,
  RESOURCE_DATE,
  type RouteVersion,
  rangesOf,
  servedDateIn,
} from "@plumbline/schemas";

/** The Accept header that nearly every caller sends. */
const plainAccept = (version: RouteVersion, product: string): string =>
  version === "2" ? acceptHeader("2", product) : "application/json";

/**
 * Whether an Accept header accepts an answer of this version. Without the header, everything is acceptable (RFC 9110,
 * section 12.5.1).
 */
export function accepts(accept: string | undefined, version: RouteVersion, profile: Profile): boolean {
  if (accept === undefined || accept === plainAccept(version, profile.product) || accept.trim() === "") return true;
  return rangesOf(accept).some((range) => {
    const type = essence(range);
    if (type === "*/*" || type === "application/*") return true;
    return version === "2" ? servedDateIn(range, profile) !== undefined : type === "application/json";
  });
}

/**
 * The media type of the answer: in version 2 that of the resources, or of an older date if the caller accepts only
 * older ones.
 */
export function mediaTypeOf(version: RouteVersion, product: string, accept = ""): string {
  if (version !== "2") return "application/json";
  const type = acceptHeader("2", product);
  if (accept === type) return type;
  const newest = newestDateOf(accept, product);
  return newest !== undefined && newest < RESOURCE_DATE ? type.replace(RESOURCE_DATE, newest) : type;
}
