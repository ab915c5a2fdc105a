import type { BoundOperation, Contract, JsonSchema } from "@plumbline/schemas";
import { memberOf, membersOf, textOf } from "./json.ts";
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

  idOf(record: unknown, kind: Kind): string | undefined {
    return this.#text(record, KINDS[kind].id);
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
    if (this.#isMoving(record, kind)) return new Map();
    const { contract, described, settled } = this.#taken;
    const { id, moves } = KINDS[kind];
    const schema = schemaOf(contract.operation(operation, version));
    const said = schema === undefined ? record : described(record, [schema]);
    const left = new Set([...moves, ...(id === undefined ? [] : [id])].map((name) => contract.field(name)));
    return new Map(
      Object.entries(membersOf(settled(said))).filter(
        ([name, value]) => !left.has(name) && value !== undefined && value !== null,
      ),
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

function schemaOf({ result }: BoundOperation): JsonSchema | undefined {
  if ("items" in result) return result.items;
  return "schema" in result ? result.schema : undefined;
}
