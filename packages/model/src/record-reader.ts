import type { BoundOperation, Contract, JsonSchema } from "@plumbline/schemas";
import { listIn, memberOf, membersOf, textOf } from "./json.ts";
import { KINDS, type Kind } from "./kinds.ts";
import type { Asked } from "./observation.ts";

/** How the values of an answer are to be taken. */
export interface Taken {
  readonly contract: Contract;
  /** What the description says of a value, and nothing else: whatever else an answer holds is compared with nothing. */
  readonly described: (json: unknown, schemas: readonly JsonSchema[]) => unknown;
  /** The same value without what moves by itself. */
  readonly settled: (json: unknown) => unknown;
}

/** Reads records out of answers, in the target's words. */
export class RecordReader {
  readonly #taken: Taken;

  constructor(taken: Taken) {
    this.#taken = taken;
  }

  /** The record of an answer, whether or not an envelope is around it. */
  recordIn(json: unknown, kind: Kind): unknown {
    const content = memberOf(json, "content");
    return content !== undefined && this.idOf(json, kind) === undefined ? content : json;
  }

  /** The records of a list; `undefined` where there is none. */
  recordsIn(json: unknown, kind: Kind): readonly unknown[] | undefined {
    const { listedUnder } = KINDS[kind];
    if (listedUnder === undefined) return listIn(json);
    const places = [json, memberOf(json, "content")];
    const lists = listedUnder.flatMap((name) =>
      places.map((place) => memberOf(place, this.#taken.contract.field(name))).filter((one) => Array.isArray(one)),
    );
    return lists.length === 0 ? undefined : lists.flat();
  }

  idOf(record: unknown, kind: Kind): string | undefined {
    const { id, otherId } = KINDS[kind];
    return this.#text(record, id) ?? this.#text(record, otherId);
  }

  /** What it is called where a path takes its name. */
  nameOf(record: unknown, kind: Kind): string | undefined {
    return this.#text(record, KINDS[kind].named?.member);
  }

  /** Whether a record says of itself that it is being removed. */
  isGoing(record: unknown, kind: Kind): boolean {
    return /^delet/i.test(this.#text(record, KINDS[kind].isMoving?.member) ?? "");
  }

  /** The described members of a record that stay as they are. */
  lastingIn(record: unknown, { operation, version }: Asked, kind: Kind): ReadonlyMap<string, unknown> {
    const isMoving = this.#isMoving(record, kind);
    const { contract, described, settled } = this.#taken;
    const { id, otherId, moves, isMoving: movement } = KINDS[kind];
    const still = isMoving ? new Set((movement?.except ?? []).map((name) => contract.field(name))) : undefined;
    if (still?.size === 0) return new Map();
    const schemas = schemasOf(contract.operation(operation, version), kind);
    const said = schemas.length === 0 ? record : described(record, schemas);
    const left = new Set([...moves, id, otherId].flatMap((name) => (name === undefined ? [] : [contract.field(name)])));
    return new Map(
      Object.entries(membersOf(settled(said))).filter(
        ([name, value]) =>
          !left.has(name) && value !== undefined && value !== null && (still === undefined || still.has(name)),
      ),
    );
  }

  /** The members of a record that stand still for a while, and may be others after that. */
  stepsIn(record: unknown, kind: Kind): ReadonlyMap<string, unknown> {
    const { steps = [] } = KINDS[kind];
    return new Map(
      steps.flatMap((step): readonly [string, unknown][] => {
        const name = this.#taken.contract.field(step);
        const value = memberOf(record, name);
        return value === undefined || value === null ? [] : [[name, value]];
      }),
    );
  }

  #isMoving(record: unknown, kind: Kind): boolean {
    const { isMoving } = KINDS[kind];
    return isMoving?.words.test(this.#text(record, isMoving.member) ?? "") === true;
  }

  #text(record: unknown, name: string | undefined): string | undefined {
    return name === undefined ? undefined : textOf(record, this.#taken.contract.field(name));
  }
}

function schemasOf({ id, result }: BoundOperation, kind: Kind): readonly JsonSchema[] {
  const { listedUnder, lists } = KINDS[kind];
  if ("items" in result) return [result.items];
  if (!("schema" in result)) return [];
  if (listedUnder === undefined || !lists.includes(id)) return [result.schema];
  return Object.values(result.schema.properties ?? {}).flatMap(({ items }) => (items === undefined ? [] : [items]));
}
