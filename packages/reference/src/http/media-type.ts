import { acceptHeader, type Profile, RESOURCE_DATE, type RouteVersion } from "@plumbline/schemas";

/** Type and subtype in lower case, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** The date in a media type of the product's own; nothing for any other type. */
function dateIn(mediaType: string, product: string): string | undefined {
  const prefix = `application/vnd.${product.toLowerCase()}.`;
  const type = essence(mediaType);
  if (!type.startsWith(prefix) || !type.endsWith("+json")) return undefined;
  const date = type.slice(prefix.length, -"+json".length);
  return isDate(date) ? date : undefined;
}

/** Whether a media type is the product's own, of a date that the target still serves or a later one. */
export function isDated(mediaType: string, { product, oldestDate = RESOURCE_DATE }: Profile): boolean {
  const date = dateIn(mediaType, product);
  return date !== undefined && date >= oldestDate;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** What nearly every caller sends. */
const plainAccept = (version: RouteVersion, product: string): string =>
  version === "2" ? acceptHeader("2", product) : "application/json";

const REFUSED = /;\s*q\s*=\s*0(\.0*)?\s*(;|$)/i;

/** The media ranges of an Accept header that are not weighted away (RFC 9110, section 12.5.1). */
const rangesOf = (accept: string): readonly string[] => accept.split(",").filter((range) => !REFUSED.test(range));

/** Whether an Accept header takes an answer of this version; without one, anything is taken (RFC 9110, section 12.5.1). */
export function accepts(accept: string | undefined, version: RouteVersion, profile: Profile): boolean {
  if (accept === undefined || accept === plainAccept(version, profile.product) || accept.trim() === "") return true;
  return rangesOf(accept).some((range) => {
    const type = essence(range);
    if (type === "*/*" || type === "application/*") return true;
    return version === "2" ? isDated(range, profile) : type === "application/json";
  });
}

/** The media type to answer with: in version 2 that of the resources, or of an older date if only older ones are asked for. */
export function mediaTypeOf(version: RouteVersion, product: string, accept = ""): string {
  if (version !== "2") return "application/json";
  const type = acceptHeader("2", product);
  if (accept === type) return type;
  const [newest] = rangesOf(accept)
    .flatMap((range) => dateIn(range, product) ?? [])
    .sort()
    .reverse();
  return newest !== undefined && newest < RESOURCE_DATE ? type.replace(RESOURCE_DATE, newest) : type;
}
