import { answered, type Exchange, type Redactor } from "@plumbline/client";
import type { DriftEntry } from "@plumbline/report";
import type { Contract, JsonSchema } from "@plumbline/schemas";
import { isContainer } from "../json.ts";
import { knownOperation } from "./known-operation.ts";
import { Members } from "./members.ts";

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
  readonly #members = new Map<JsonSchema, Members>();

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
    this.#walk(known.operation.id, json, this.#membersOf(result.schema), []);
  }

  get all(): readonly DriftEntry[] {
    return [...this.#found.values()].map(({ operation, pointer, types, example }) => ({
      operation,
      pointer,
      type: [...types].sort().join(" or "),
      example,
    }));
  }

  #membersOf(schema: JsonSchema): Members {
    const known = this.#members.get(schema);
    if (known !== undefined) return known;
    const made = new Members([schema]);
    this.#members.set(schema, made);
    return made;
  }

  #walk(operation: string, value: unknown, members: Members, path: readonly string[]): void {
    if (Array.isArray(value)) {
      const { items } = members;
      // The first records tell: lists are long and alike.
      if (items !== undefined) for (const item of value.slice(0, 5)) this.#walk(operation, item, items, [...path, "-"]);
      return;
    }
    if (!isContainer(value) || members.open) return;
    for (const [name, inner] of Object.entries(value)) {
      const known = members.of(name);
      if (known === undefined) this.#note(operation, pointerTo([...path, name]), name, inner);
      else if (typeof inner === "object") this.#walk(operation, inner, known, [...path, name]);
    }
  }

  #note(operation: string, pointer: string, name: string, value: unknown): void {
    const key = `${operation} ${pointer}`;
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

function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${name.slice(0, EXAMPLE).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
