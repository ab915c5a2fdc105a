import { answered, type Exchange, headerValue } from "@plumbline/client";
import type { LimitLadder, LimitRung } from "@plumbline/report";
import { type BoundOperation, type Contract, type JsonSchema, readText, versionLabel } from "@plumbline/schemas";
import { knownOperation } from "./known-operation.ts";

interface Ladder extends Omit<LimitLadder, "rungs"> {
  readonly schema: JsonSchema;
  readonly rungs: Map<string, LimitRung & { readonly size: number }>;
}

/** Collects which values around the limits of query parameters the main key sent, and how the target answered. */
export class Ladders {
  readonly #contract: Contract;
  readonly #main: string | undefined;
  readonly #ladders = new Map<string, Ladder>();

  constructor(contract: Contract, main: string | undefined) {
    this.#contract = contract;
    this.#main = main;
  }

  see(exchange: Exchange): void {
    if (exchange.request.credential.label !== this.#main || !answered(exchange)) return;
    if (!exchange.request.url.includes("?")) return;
    if (headerValue(exchange.request.headers, "authorization") === undefined) return;
    const known = knownOperation(this.#contract, exchange.operation, exchange.version);
    if (known === undefined || !URL.canParse(exchange.request.url)) return;
    const sent = [...new URL(exchange.request.url).searchParams];
    for (const [name, text] of sent) {
      const schema = limited(known.operation, name);
      // The target may refuse the request because of another invalid parameter.
      if (
        schema === undefined ||
        sent.some(([other, value]) => other !== name && !sound(known.operation, other, value))
      )
        continue;
      const rung = rungOf(schema, text, exchange);
      if (rung !== undefined) this.#add(known.operation.id, versionLabel(known.version), name, schema, rung);
    }
  }

  get all(): readonly LimitLadder[] {
    return [...this.#ladders.values()].map(({ schema: _, rungs, ...ladder }) => ({
      ...ladder,
      rungs: [...rungs.values()].toSorted((one, other) => one.size - other.size).map(({ size: __, ...rung }) => rung),
    }));
  }

  #add(operation: string, version: string, parameter: string, schema: JsonSchema, rung: LimitRung & { size: number }) {
    const key = JSON.stringify([operation, version, parameter]);
    const ladder: Ladder = this.#ladders.get(key) ?? {
      operation,
      version,
      location: "query",
      parameter,
      limit: limitOf(schema),
      schema,
      rungs: new Map(),
    };
    this.#ladders.set(key, ladder);
    const before = ladder.rungs.get(rung.value);
    if (before === undefined || weight(rung) > weight(before)) ladder.rungs.set(rung.value, rung);
  }
}

function limited({ query }: BoundOperation, name: string): JsonSchema | undefined {
  const schema = query.find((parameter) => parameter.name === name)?.schema;
  return schema !== undefined && edgesOf(schema).length > 0 ? schema : undefined;
}

function sound({ query }: BoundOperation, name: string, text: string): boolean {
  const parameter = query.find((one) => one.name === name);
  return parameter !== undefined && readText(parameter.schema, text).kind === "value";
}

function edgesOf({ minimum, maximum, minLength, maxLength }: JsonSchema): readonly number[] {
  return [minimum, maximum, minLength, maxLength].filter((edge) => edge !== undefined);
}

const isNumber = ({ minimum, maximum }: JsonSchema): boolean => minimum !== undefined || maximum !== undefined;

/** The value as a rung, if it is at a limit or one away from it. */
function rungOf(
  schema: JsonSchema,
  text: string,
  { response, check }: Exchange,
): (LimitRung & { readonly size: number }) | undefined {
  const size = isNumber(schema) ? Number(text) : [...text].length;
  if (!("status" in response) || text === "" || !Number.isSafeInteger(size)) return undefined;
  if (isNumber(schema) && String(size) !== text) return undefined;
  if (!edgesOf(schema).some((edge) => Math.abs(edge - size) <= 1)) return undefined;
  const reading = readText(schema, text).kind;
  const { status } = response;
  return {
    value: isNumber(schema) || text.length <= 20 ? text : `${size} characters`,
    due: reading === "value" ? "accepted" : reading === "none" ? "refused" : "open",
    got: gotOf(status),
    status,
    ...(check === undefined ? {} : { check }),
    size,
  };
}

/** Statuses about the key, the record or the rate, which do not judge the value. */
const ELSEWHERE = [401, 403, 404, 409, 429];

function gotOf(status: number): LimitRung["got"] {
  if (status >= 200 && status < 300) return "accepted";
  return status >= 400 && status < 500 && !ELSEWHERE.includes(status) ? "refused" : "unclear";
}

function limitOf(schema: JsonSchema): string {
  const [from, to] = isNumber(schema) ? [schema.minimum, schema.maximum] : [schema.minLength, schema.maxLength];
  const unit = isNumber(schema) ? "" : " characters";
  if (from === undefined) return `at most ${to}${unit}`;
  return to === undefined ? `at least ${from}${unit}` : `${from} to ${to}${unit}`;
}

/** Ranks several answers to one value, to keep the one that shows most: a wrong one, then a clear one. */
function weight({ due, got }: LimitRung): number {
  if (got === "unclear") return 0;
  return due === "open" || due === got ? 1 : 2;
}
