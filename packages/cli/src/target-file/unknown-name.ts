import { isOperationId, nearest, OPERATION_IDS, operations } from "@plumbline/schemas";
import { AREAS, targetFileSchema } from "./schema.ts";

/**
 * Words that users write for names of the file, in lower case and without punctuation; some hold for one section only.
 */
const MEANT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["url", "uri", "host", "server", "address", "endpoint"].map((word) => [word, "baseUrl"])),
  ...Object.fromEntries(["permissions", "permit", "permitted", "risks"].map((word) => [word, "allow"])),
  ...Object.fromEntries(["user", "username", "login", "apikey"].map((word) => [word, "public"])),
  ...Object.fromEntries(["password", "pass"].map((word) => [word, "private"])),
  ...Object.fromEntries(["accesstoken", "bearer"].map((word) => [word, "token"])),
  ...Object.fromEntries(["project", "projectid", "group"].map((word) => [word, "groupId"])),
  ...Object.fromEntries(["org", "organization", "organizationid"].map((word) => [word, "orgId"])),
  ...Object.fromEntries(["cert", "certificate", "certificates", "cacert", "cafile"].map((word) => [word, "ca"])),
  ...Object.fromEntries(["verify", "rejectunauthorized", "skipverify"].map((word) => [word, "insecure"])),
  ...Object.fromEntries(["url", "uri", "route", "endpoint"].map((word) => [`operations ${word}`, "path"])),
  "operations verb": "method",
  "timeouts read": "body",
  "timeouts request": "total",
  clientid: "id",
  clientsecret: "secret",
  prefix: "product",
  absent: "operations",
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** A suggestion for an unknown name: a known name of its place, a name of another section, or the first known ones. */
export function hintFor(name: string, pointer: string, known: readonly string[]): string {
  const [, section = ""] = pointer.split("/");
  const meant = MEANT[`${section} ${plain(name)}`] ?? MEANT[plain(name)];
  const isMeant = (one: string): boolean => (meant === undefined ? plain(one) === plain(name) : one === meant);
  const same = known.find((one) => plain(one) === plain(name) || one === meant);
  if (same !== undefined) return `did you mean "${same}"?`;
  const version = versionMeant(name, known);
  if (version !== undefined) return `did you mean "${version}"?`;
  if (pointer === "/operations" && AREAS.includes(name)) return ofArea(name);
  const close = nearest(name, known);
  if (close?.toLowerCase().startsWith(name.toLowerCase())) return `did you mean "${close}"?`;
  const elsewhere = SECTIONS.find(({ path, names }) => path !== pointer && names.some((one) => isMeant(one)));
  if (elsewhere !== undefined)
    return `did you mean ${[...elsewhere.path.split("/").slice(1), elsewhere.names.find(isMeant)].join(".")}?`;
  if (isOperationId(name)) return `did you mean operations.${name}?`;
  if (close !== undefined) return `did you mean "${close}"?`;
  return `known are ${known.slice(0, 12).join(", ")}${known.length > 12 ? ", ..." : ""}`;
}

const ofArea = (area: string): string =>
  `it is an area, with the operations ${OPERATION_IDS.filter((id) => operations[id].area === area).join(", ")}; list areas under offers`;

/** The known version with the same first digit as the text. */
export function versionMeant(text: string, known: readonly unknown[]): string | undefined {
  const digit = /^v?(\d)/i.exec(text.trim())?.[1];
  const found = known.find((one) => typeof one === "string" && /^\d/.test(one) && one[0] === digit);
  return typeof found === "string" ? found : undefined;
}

interface Section {
  readonly path: string;
  readonly names: readonly string[];
}

/** The names of each section; outer sections come first. */
const SECTIONS: readonly Section[] = sectionsOf(targetFileSchema, "").toSorted(
  (one, other) => one.path.split("/").length - other.path.split("/").length,
);

function sectionsOf(schema: unknown, path: string): readonly Section[] {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  if (properties === undefined || path === "/operations") return [];
  const inner = Object.entries(properties).flatMap(([name, one]) => sectionsOf(one, `${path}/${name}`));
  return [{ path, names: Object.keys(properties) }, ...inner];
}
