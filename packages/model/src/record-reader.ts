import type { BoundOperation, Contract, JsonSchema } from "@plumbline/schemas";
import { listIn, memberOf, membersOf, textOf } from "./json.ts";
import { KINDS, type Kind } from "./kinds.ts";
import type { Asked } from "./observation.ts";

/** The contract, and functions that select the comparable parts of an answer. */
export interface Taken {
  readonly contract: Contract;
  /** The described parts of a value. The model does not compare other parts of an answer. */
  readonly described: (json: unknown, schemas: readonly JsonSchema[]) => unknown;
  /** The same value without the parts that change by themselves. */
  readonly settled: (json: unknown) => unknown;
}

/** Reads records from answers, with the target's member names. */
export class RecordReader {
  readonly #taken: Taken;

  constructor(taken: Taken) {
    this.#taken = taken;
  }

  /** The record in an answer, with or without an envelope. */
  recordIn(json: unknown, kind: Kind): unknown {
    const content = memberOf(json, "content");
    return content !== undefined && this.idOf(json, kind) === undefined ? content : json;
  }

  /** The records of a list; `undefined` if there is no list. */
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

  /** The record's name, if a path can address it by name. */
  nameOf(record: unknown, kind: Kind): string | undefined {
    return this.#text(record, KINDS[kind].named?.member);
  }

  /** Whether a record's own status says that it is being removed. */
  isGoing(record: unknown, kind: Kind): boolean {
    return /^delet/i.test(this.#text(record, KINDS[kind].isMoving?.member) ?? "");
  }

  /** The described members of a record that change only with a write. */
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

  /** The members of a record that stay constant for a while and may then change. */
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
