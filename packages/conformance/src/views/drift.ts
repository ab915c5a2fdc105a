import { answered, type Exchange } from "@plumbline/client";
import type { DriftEntry, Redacted } from "@plumbline/report";
import type { Contract, JsonSchema } from "@plumbline/schemas";
import { escapePointer } from "@plumbline/schemas/validate";
import { isContainer } from "../ground/json.ts";
import { quotedText } from "../ground/quoted.ts";
import { type Gate, partOf } from "../kernel/gate.ts";
import { knownOperation } from "./known-operation.ts";
import { Members } from "./members.ts";

/** The characters that are kept of an example. */
const EXAMPLE = 60;
/** The most entries, because a target that invents member names must not fill the report. */
const MOST = 500;

interface Found {
  readonly operation: string;
  readonly pointer: Redacted<string>;
  readonly types: Set<string>;
  readonly example: Redacted<string>;
}

/** Collects members of answers that the contract does not list. */
export class Drift {
  readonly #contract: Contract;
  readonly #gate: Gate;
  readonly #found = new Map<string, Found>();
  readonly #members = new Map<JsonSchema, Members>();

  constructor(contract: Contract, gate: Gate) {
    this.#contract = contract;
    this.#gate = gate;
  }

  see(exchange: Exchange): void {
    if (!answered(exchange)) return;
    const { status, json } = exchange.response;
    const known = knownOperation(this.#contract, exchange.operation, exchange.version);
    if (known === undefined || status < 200 || status >= 300) return;
    const { result } = known.operation;
    if (!("schema" in result)) return;
    // The description does not say what an envelope contains besides the record.
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
      // The first five records suffice, because the records of a long list are alike.
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
    // Masks the value together with its name, because some names mark their value as secret.
    const whole = this.#gate.text(JSON.stringify({ [name]: value }));
    const [named = ""] = MEMBER.exec(whole) ?? [];
    this.#found.set(key, {
      operation,
      pointer: this.#gate.text(pointer),
      types: new Set([typeOf(value)]),
      example: partOf(whole, named.length, whole.length - 1, EXAMPLE),
    });
  }
}

/** The beginning of an object with one member, up to its value. */
const MEMBER = /^\{"(?:[^"\\]|\\.)*":/s;

function pointerTo(path: readonly string[]): string {
  return path.map((name) => `/${quotedText(escapePointer(name), EXAMPLE)}`).join("");
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
