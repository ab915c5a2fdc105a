import { ReportFormatError } from "./report-format-error.ts";

type Member = "string" | "number" | "boolean" | "object" | "array" | readonly string[];
/** The required members of an object, with their types. */
export type Shape = Readonly<Record<string, Member>>;

/** A shape whose statements are true of the type `T`. */
export type ShapeOf<T> = { readonly [Name in keyof T & string]?: MemberOf<T[Name]> };
type MemberOf<V> = [V] extends [string]
  ? "string" | readonly V[]
  : [V] extends [number]
    ? "number"
    : [V] extends [boolean]
      ? "boolean"
      : [V] extends [readonly unknown[]]
        ? "array"
        : "object";

/** Checks that a value is an object with these members, and returns it as one. */
export function assertShape(path: string, value: unknown, shape: Shape): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new ReportFormatError(path, "an object", describe(value));
  for (const [name, member] of Object.entries(shape)) {
    assertMember(path === "" ? name : `${path}.${name}`, value[name], member);
  }
  return value;
}

/** Checks one member; a list of texts means one of them. */
export function assertMember(path: string, value: unknown, member: Member): void {
  if (typeof member !== "string") {
    if (typeof value === "string" && member.includes(value)) return;
    throw new ReportFormatError(
      path,
      member.length === 1 ? `"${member[0]}"` : `one of ${member.join(", ")}`,
      describe(value),
    );
  }
  const fits =
    member === "array" ? Array.isArray(value) : member === "object" ? isObject(value) : typeof value === member;
  if (!fits)
    throw new ReportFormatError(
      path,
      member === "object" || member === "array" ? `an ${member}` : `a ${member}`,
      describe(value),
    );
}

/** The member at the end of a path; `undefined` if the path leads nowhere. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** Returns a list unchanged, and an empty list for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a value is an object and neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
