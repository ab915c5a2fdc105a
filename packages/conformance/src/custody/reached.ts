import { isDeepStrictEqual } from "node:util";
import { preview } from "@plumbline/schemas/validate";
import { fieldsOf, member } from "../json.ts";
import type { Path } from "../writes/fields.ts";
import { KINDS } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import type { Reach, Write } from "../writes/write.ts";
import { chosen, keyOf } from "./keys.ts";
import type { Ledger } from "./ledger.ts";
import { readWhole } from "./read-whole.ts";
import type { CustodyParts, Request } from "./request.ts";

/** Records as a list shows them, by id. */
type Shown = ReadonlyMap<string, unknown>;

interface Kept {
  readonly reach: Reach;
  readonly request: Pick<Request, "operation" | "version" | "path">;
  readonly before: Shown | undefined;
}

/**
 * Records of another kind that a request changes, and that nothing puts back: they are read before the first such request and
 * when the run ends, and each that is another then is named.
 */
export class Reached {
  readonly #parts: CustodyParts;
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, Promise<Kept>>();

  constructor(parts: CustodyParts, ledger: Ledger) {
    this.#parts = parts;
    this.#ledger = ledger;
  }

  /** Takes note of what a request is about to reach. */
  async before(request: Request): Promise<void> {
    const { operation, path, sent, call } = request;
    const { reaches = [] }: Write = WRITES[operation];
    for (const reach of reaches) {
      if (reach.members === undefined || !reach.when(sent, call.query ?? {}, this.#parts.contract)) continue;
      const key = keyOf(operation, path) + reach.kind;
      const known = this.#kept.get(key) ?? this.#list(reach, path).then((before) => ({ reach, request, before }));
      this.#kept.set(key, known);
      await known;
    }
  }

  /** Names what is another now than it was before. */
  async settle(): Promise<void> {
    for (const kept of this.#kept.values()) {
      const { reach, request, before } = await kept;
      const after = before && (await this.#list(reach, request.path));
      if (before === undefined || after === undefined) {
        const note = `it may have changed any ${reach.kind}, and their list cannot be read`;
        this.#ledger.reports({
          operation: request.operation,
          id: Object.values(request.path).at(-1) ?? "",
          state: "stays",
          note,
        });
        continue;
      }
      for (const [id, record] of before)
        for (const what of this.#changes(reach, record, after.get(id)))
          this.#ledger.reports({
            operation: request.operation,
            id,
            state: "stays",
            note: `${what}: nothing puts that back`,
          });
    }
    this.#kept.clear();
  }

  #changes({ kind, members = [] }: Reach, before: unknown, now: unknown): readonly string[] {
    if (now === undefined) return [`the ${kind} is gone`];
    return members
      .map((name) => this.#parts.contract.field(name))
      .filter((name) => !isDeepStrictEqual(member(before, name), member(now, name)))
      .map(
        (name) => `${name} of the ${kind} was ${preview(member(before, name))} and is ${preview(member(now, name))}`,
      );
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
