import { isDeepStrictEqual } from "node:util";
import type { Path } from "../ground/fields.ts";
import type { Log } from "../ground/journal.ts";
import { fieldsOf, member } from "../ground/json.ts";
import { quoted } from "../ground/quoted.ts";
import { KINDS } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import type { Reach, Write } from "../writes/write.ts";
import { chosen, keyOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { readWhole } from "./read-whole.ts";
import type { CustodyParts, Request } from "./request.ts";

/** Records in a list, by id. */
type Shown = ReadonlyMap<string, unknown>;

/** The records that a request reaches, in their state before it. */
export interface ReachedBefore {
  readonly reach: Reach;
  readonly request: Pick<Request, "operation" | "version" | "path">;
  readonly before: Shown | undefined;
}

/**
 * Reports records of another kind that a request changes for good. It reads them before the first such request and at
 * the end of the run, and names each changed record.
 */
export class Reached {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #journal: Log;
  readonly #kept = new Map<string, Promise<ReachedBefore>>();

  constructor(parts: CustodyParts, ledger: Ledger, journal: Log) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#journal = journal;
  }

  /** Takes over the records that a killed run had read. */
  adopt(kept: ReachedBefore): void {
    const { operation, path } = kept.request;
    this.#kept.set(keyOf(operation, path) + kept.reach.kind, Promise.resolve(kept));
  }

  /** Reads the records that a request is about to reach. */
  async before(request: Request): Promise<void> {
    const { operation, path, sent, call } = request;
    const { reaches = [] }: Write = WRITES[operation];
    for (const reach of reaches) {
      if (reach.members === undefined || !reach.when(sent, call.query ?? {}, this.#parts.contract)) continue;
      const key = keyOf(operation, path) + reach.kind;
      const known = this.#kept.get(key) ?? this.#note(reach, request);
      this.#kept.set(key, known);
      await known;
    }
  }

  /**
   * Writes the records into the journal before the request is sent, so that the cleanup after a killed run reports the
   * same.
   */
  async #note(reach: Reach, { operation, version, path }: Request): Promise<ReachedBefore> {
    const before = await this.#list(reach, path);
    const wires = (reach.members ?? []).map((name) => this.#parts.contract.field(name));
    const kept = (record: unknown) => Object.fromEntries(wires.map((name) => [name, member(record, name) ?? null]));
    const records = before && Object.fromEntries([...before].map(([id, record]) => [id, kept(record)] as const));
    // Without records, the cleanup knows that the list could not be read.
    this.#journal.append({ type: "reached", operation, version, path, ...(records && { records }) });
    return { reach, request: { operation, version, path }, before };
  }

  /** Reports every record that has changed. */
  async settle(): Promise<void> {
    for (const kept of this.#kept.values()) {
      const { reach, request, before } = await kept;
      const after = before && (await this.#list(reach, request.path));
      if (before === undefined || after === undefined) {
        const note = `it may have changed any ${reach.kind}, and the run could not read their list`;
        this.#ledger.report({
          operation: request.operation,
          id: Object.values(request.path).at(-1) ?? "",
          state: "stays",
          note,
        });
        continue;
      }
      for (const [id, record] of before)
        for (const what of this.#changes(reach, record, after.get(id)))
          this.#ledger.report({
            operation: request.operation,
            id,
            state: "stays",
            note: `${what}: no operation undoes that`,
          });
    }
    this.#kept.clear();
  }

  #changes({ kind, members = [] }: Reach, before: unknown, now: unknown): readonly string[] {
    if (now === undefined) return [`the ${kind} is gone`];
    return members
      .map((name) => this.#parts.contract.field(name))
      .filter((name) => !isDeepStrictEqual(member(before, name) ?? null, member(now, name) ?? null))
      .map((name) => `${name} of the ${kind} was ${quoted(member(before, name))} and is ${quoted(member(now, name))}`);
  }

  async #list({ kind }: Reach, path: Path): Promise<Shown | undefined> {
    const { sight } = KINDS[kind];
    const { contract, served } = this.#parts;
    const version = sight && served(sight.read, "2");
    if (sight?.how !== "list" || version === undefined) return undefined;
    const names = contract.operation(sight.read).pathParameters.map(({ name }) => name);
    const records = await readWhole(this.#parts, sight.read, version, chosen(path, names), sight.records);
    const own = (id: string): boolean => this.#ledger.own.has(id);
    return (
      records &&
      new Map(
        records.flatMap((record) => {
          const id = fieldsOf(record)[contract.field(sight.id)];
          return typeof id === "string" && !own(id) ? [[id, record] as const] : [];
        }),
      )
    );
  }
}
