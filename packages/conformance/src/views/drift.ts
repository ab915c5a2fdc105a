import { answered, type Exchange, type Redactor } from "@plumbline/client";
import type { DriftEntry } from "@plumbline/report";
import type { Contract, JsonSchema } from "@plumbline/schemas";
import { knownOperation } from "./known-operation.ts";

/** Characters of an example that are kept. */
const EXAMPLE = 60;
/** A target that makes member names up as it goes must not fill the report. */
const MOST = 500;

interface Found {
  readonly operation: string;
  readonly pointer: string;
  readonly types: Set<string>;
  readonly example: string;
}

/** Gathers members of answers that the contract does not list. */
export class Drift {
  readonly #contract: Contract;
  readonly #redactor: Redactor;
  readonly #found = new Map<string, Found>();

  constructor(contract: Contract, redactor: Redactor) {
    this.#contract = contract;
    this.#redactor = redactor;
  }

  see(exchange: Exchange): void {
    if (!answered(exchange)) return;
    const { status, json } = exchange.response;
    const known = knownOperation(this.#contract, exchange.operation, exchange.version);
    if (known === undefined || status < 200 || status >= 300) return;
    const { result } = known.operation;
    if (!("schema" in result)) return;
    // What an envelope holds besides the record is not given.
    if (/[?&]envelope=true\b/u.test(exchange.request.url)) return;
    this.#walk(known.operation.id, json, result.schema, "");
  }

  get all(): readonly DriftEntry[] {
    return [...this.#found.values()].map(({ operation, pointer, types, example }) => ({
      operation,
      pointer,
      type: [...types].sort().join(" or "),
      example,
    }));
  }

  #walk(operation: string, value: unknown, schema: JsonSchema, pointer: string): void {
    if (Array.isArray(value)) {
      // The first records tell: lists are long and alike.
      const items = formsOf(schema).flatMap((form) => form.items ?? []);
      if (items.length > 0)
        for (const item of value.slice(0, 5)) this.#walk(operation, item, { anyOf: items }, `${pointer}/-`);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const forms = formsOf(schema);
    // Where any name may stand, none is unknown.
    if (forms.some(({ additionalProperties: more }) => more === true || typeof more === "object")) return;
    const listed = forms.map(({ properties }) => properties).filter((properties) => properties !== undefined);
    if (listed.every((properties) => Object.keys(properties).length === 0)) return;
    for (const [name, inner] of Object.entries(value)) {
      const schemas = listed.flatMap((properties) => (Object.hasOwn(properties, name) ? (properties[name] ?? []) : []));
      const place = `${pointer}/${name.slice(0, EXAMPLE).replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (schemas.length > 0) this.#walk(operation, inner, { anyOf: schemas }, place);
      else this.#note(operation, place, name, inner);
    }
  }

  #note(operation: string, pointer: string, name: string, value: unknown): void {
    const key = JSON.stringify([operation, pointer]);
    const before = this.#found.get(key);
    if (before !== undefined) {
      before.types.add(typeOf(value));
      return;
    }
    if (this.#found.size >= MOST) return;
    // With its name, because some members are secret by name.
    const whole = this.#redactor.text(JSON.stringify({ [name]: value }));
    const text = whole.slice(JSON.stringify(name).length + 2, -1);
    const example = text.length > EXAMPLE ? `${text.slice(0, EXAMPLE - 1)}…` : text;
    this.#found.set(key, {
      operation,
      pointer: this.#redactor.text(pointer),
      types: new Set([typeOf(value)]),
      example,
    });
  }
}

/** The schema and all its alternatives and parts: a member is known when any of them lists it. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { oneOf = [], anyOf = [], allOf = [], if: condition, then, else: otherwise } = schema;
  const inner = [...oneOf, ...anyOf, ...allOf, condition, then, otherwise].filter((form) => form !== undefined);
  return [schema, ...inner.flatMap(formsOf)];
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
