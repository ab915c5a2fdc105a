import { acceptHeader, RESOURCE_DATE, type RouteVersion } from "@plumbline/schemas";

/** Type and subtype in lower case, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** Whether a media type is the product's own with a date that this server's resources are not newer than. */
export function isDated(mediaType: string, product: string): boolean {
  const prefix = `application/vnd.${product.toLowerCase()}.`;
  const type = essence(mediaType);
  if (!type.startsWith(prefix) || !type.endsWith("+json")) return false;
  const date = type.slice(prefix.length, -"+json".length);
  return date === RESOURCE_DATE || (isDate(date) && date > RESOURCE_DATE);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** What nearly every caller sends. */
const plainAccept = (version: RouteVersion, product: string): string =>
  version === "2" ? acceptHeader("2", product) : "application/json";

/** Whether an Accept header takes an answer of this version; without one, anything is taken (RFC 9110, section 12.5.1). */
export function accepts(accept: string | undefined, version: RouteVersion, product: string): boolean {
  if (accept === undefined || accept.trim() === "" || accept === plainAccept(version, product)) return true;
  return accept.split(",").some((range) => {
    if (/;\s*q\s*=\s*0(\.0*)?\s*(;|$)/i.test(range)) return false;
    const type = essence(range);
    if (type === "*/*" || type === "application/*") return true;
    return version === "2" ? isDated(range, product) : type === "application/json";
  });
}
