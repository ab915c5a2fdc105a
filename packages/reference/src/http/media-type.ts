import { acceptHeader, RESOURCE_DATE, type RouteVersion } from "@plumbline/schemas";

/** Type and subtype in lower case, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Since when products have dated resources. The clients of a public interface ask each operation for the date that it had
 * when they were written, so every date since its first is taken; elsewhere no date is known but the description's.
 */
const FIRST_DATES: Readonly<Record<string, string>> = { atlas: "2023-01-01" };

/** Whether a media type is the product's own with a date that this server's resources serve. */
export function isDated(mediaType: string, product: string): boolean {
  return dateIn(mediaType, product) !== undefined;
}

/** The date of an answer to this Accept header: that of the resources, or the newest that the caller knows. */
export function answeredDate(accept: string | undefined, product: string): string {
  if (accept === undefined || accept === acceptHeader("2", product)) return RESOURCE_DATE;
  const asked = accept.split(",").flatMap((range) => dateIn(range, product) ?? []);
  const newest = asked.sort().at(-1);
  return newest === undefined || newest > RESOURCE_DATE ? RESOURCE_DATE : newest;
}

function dateIn(mediaType: string, product: string): string | undefined {
  const prefix = `application/vnd.${product.toLowerCase()}.`;
  const type = essence(mediaType);
  if (!type.startsWith(prefix) || !type.endsWith("+json")) return undefined;
  const date = type.slice(prefix.length, -"+json".length);
  if (date === RESOURCE_DATE) return date;
  return isDate(date) && date >= (FIRST_DATES[product] ?? RESOURCE_DATE) ? date : undefined;
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
