import { nearest } from "@plumbline/schemas/nearest";
import { isShown } from "./received.ts";
import { milliseconds } from "./schema.ts";
import { versionMeant } from "./unknown-name.ts";

/** The part of a schema that a value broke, as far as it helps to suggest a value. */
export interface Broken {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Broken;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly pattern?: string;
  readonly maximum?: number;
}

/**
 * Suggests what to write instead of a wrong value, as it would appear in the file; `undefined` if no valid value is
 * near.
 */
export function remedy(schema: Broken, value: unknown, pointer: string): string | undefined {
  if (schema.enum) return word(schema.enum, value);
  if (schema.type === "array") return aList(schema, value);
  if (schema.type === "boolean") return truth(value);
  if (schema.type === "number" || schema.type === "integer") return amount(schema, value);
  if (pointer.startsWith("/operations/")) return aRoute(schema, value, pointer);
  if (pointer === "/timeouts" && typeof value === "number") return `{ total: ${value} }`;
  if (pointer === "/tls" && typeof value === "string" && isShown(value, pointer)) return `{ ca: ${value} }`;
  return trimmed(schema, value, pointer);
}

function word(words: readonly string[], value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const meant = versionMeant(String(value), words) ?? nearest(String(value), words);
  // Without quotes, YAML would read a version as a number.
  return meant !== undefined && /^\d/.test(meant) ? `"${meant}"` : meant;
}

/** A list of the words in a value, if all of them are valid or similar to valid ones. */
function aList({ items }: Broken, value: unknown): string | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return (
      items?.enum &&
      aList(
        { items },
        Object.keys(value)
          .filter((one) => Object(value)[one] !== false)
          .join(","),
      )
    );
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const known = items?.enum;
  if (known === undefined) return `[${value}]`;
  const words = String(value)
    .split(/[\s,]+/)
    .filter((one) => one !== "")
    .map((one) => word(known, one));
  return words.length === 0 || words.includes(undefined) ? undefined : `[${words.join(", ")}]`;
}

function truth(value: unknown): string | undefined {
  if (/^(true|yes|on|y|1)$/i.test(String(value))) return "true";
  return /^(false|no|off|n|0)$/i.test(String(value)) ? "false" : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, sec: 1_000, m: 60_000, min: 60_000 };

/** The number at the start of a text, converted to milliseconds if the schema wants these. */
function amount(schema: Broken, value: unknown): string | undefined {
  const [, digits, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)/i.exec(typeof value === "string" ? value : "") ?? [];
  if (digits === undefined) return undefined;
  if (schema.maximum !== milliseconds.maximum) return digits;
  return String(Math.round(Number(digits) * (UNITS[unit.toLowerCase()] ?? 1)));
}

function aRoute({ enum: methods, properties }: Broken, value: unknown, pointer: string): string | undefined {
  if (methods !== undefined || typeof value === "object") return undefined;
  if (pointer.endsWith("/path") || properties === undefined) return undefined;
  if (typeof value === "string" && value.includes("/")) return `{ path: ${JSON.stringify(value)} }`;
  return value === true ? undefined : "absent";
}

/** A text without surrounding characters that do not belong to it. */
function trimmed({ pattern }: Broken, value: unknown, pointer: string): string | undefined {
  if (pattern === undefined || typeof value !== "string") return undefined;
  const less = value.trim().replace(/(\+srv)?:\/\/$|[.:]+$/, "");
  if (!isShown(less, pointer)) return undefined;
  return [less, less.toLowerCase()].find((one) => one !== value && new RegExp(pattern).test(one));
}
