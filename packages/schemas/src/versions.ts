/** The two interface versions; the token endpoint and metrics discovery are versioned separately. */
export type InterfaceVersion = "1.0" | "2";

/** The two interface versions, the older first. */
export const INTERFACE_VERSIONS: readonly InterfaceVersion[] = ["1.0", "2"];

/** The resource date of version 2. */
export const RESOURCE_DATE = "2025-01-01";

/** Path prefix of a version. `product` is the product segment of the profile. */
export function pathPrefix(version: InterfaceVersion, product: string): string {
  return version === "1.0" ? `/api/${product}/v1.0` : `/api/${product}/v2`;
}

/** The Accept header that requests a version; `date` applies to version 2. */
export function acceptHeader(version: InterfaceVersion, product: string, date = RESOURCE_DATE): string {
  return version === "1.0" ? "application/json" : `application/vnd.${product}.${date}+json`;
}

/** Short form for check ids and tables. */
export function versionLabel(version: InterfaceVersion | "standalone"): string {
  return version === "standalone" ? "own" : version === "1.0" ? "v1.0" : "v2";
}
