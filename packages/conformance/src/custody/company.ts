import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { KINDS, type Kind } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import { HandsOffError } from "./hands-off-error.ts";
import type { CustodyParts } from "./request.ts";

/** The owner of the records that a run creates only to compare them around writes. */
export const COMPANY = "company";

/** The parts of the custody that the company uses. */
interface CompanyParts {
  readonly parts: CustodyParts;
  readonly carry: (call: Call, by: string) => Promise<Exchange>;
  /** Undoes a request; false if its record still exists. */
  readonly undo: (exchange: Exchange) => Promise<boolean>;
  /** Whether another record changed when this create was carried out. */
  readonly isHarmful: (create: WriteId) => boolean;
  /** The number of company records that exist and that nothing changed. */
  readonly standing: (create: WriteId) => Promise<number>;
}

/** Company records of a kind; no check uses them. */
const FEWEST = 2;

/**
 * Creates company before a run makes its first record of a kind: two records that no check uses, so that harm by a
 * write to other records becomes visible. It also creates a third and removes it at once: if the target removes
 * nothing, the run stops creating records.
 */
export class Company {
  readonly #parts: CompanyParts;
  readonly #gathered = new Map<Kind, Promise<void>>();

  constructor(parts: CompanyParts) {
    this.#parts = parts;
  }

  /** Resolves when the company of a kind exists, as far as it can. */
  ensure(operation: WriteId, version: RouteVersion): Promise<void> {
    const { kind } = WRITES[operation];
    const { company } = KINDS[kind];
    if (this.#parts.parts.bystanders !== "accompanied" || company === undefined) return Promise.resolve();
    const known = this.#gathered.get(kind) ?? this.#ensure(company, version).catch(unlessRefrained);
    this.#gathered.set(kind, known);
    return known;
  }

  async #ensure(create: WriteId, wanted: RouteVersion): Promise<void> {
    const { undo: giveBack } = this.#parts;
    const version = this.#versionOf(create, wanted);
    if (version === undefined) return;
    const made: Exchange[] = [];
    while (made.length <= FEWEST) {
      const exchange = await this.#make(create, version);
      if (exchange === undefined) return;
      made.push(exchange);
    }
    // If the first removal fails, the second one decides: after two failures, the ledger refuses further creates of the
    // kind.
    const [, second, third] = made;
    if (third !== undefined && second !== undefined && !(await giveBack(third))) await giveBack(second);
  }

  /** The version for creating company; `undefined` if the user does not permit it or the target offers no removal. */
  #versionOf(create: WriteId, wanted: RouteVersion): RouteVersion | undefined {
    const { permits, served } = this.#parts.parts;
    const { effect } = WRITES[create];
    if (effect.kind !== "makes" || effect.remove === undefined || !permits(create)) return undefined;
    return served(effect.remove, wanted) === undefined ? undefined : served(create, wanted);
  }

  /** Creates new company in place of harmed records, to see whether an operation harms them again. */
  async replenish(operation: WriteId, wanted: RouteVersion): Promise<void> {
    const { parts, standing } = this.#parts;
    const { company } = KINDS[WRITES[operation].kind];
    const version = company && this.#versionOf(company, wanted);
    if (parts.bystanders !== "accompanied" || company === undefined || version === undefined) return;
    // A create that changes other records is not used for company.
    if (this.#parts.isHarmful(company)) return;
    for (let missing = FEWEST - (await standing(company)); missing > 0; missing -= 1)
      if ((await this.#make(company, version, true)) === undefined) return;
  }

  async #make(create: WriteId, version: RouteVersion, isTrial = false): Promise<Exchange | undefined> {
    const { carry, parts } = this.#parts;
    const body = parts.plainBody(create, version);
    if (body === undefined) return undefined;
    const trial = isTrial ? ({ trial: true } as const) : {};
    const exchange = await carry({ operation: create, version, body, send: "again", ...trial }, COMPANY);
    return wasAccepted(exchange) ? exchange : undefined;
  }
}

/** Without permission, or without a removal, the kind has no company. */
function unlessRefrained(error: unknown): void {
  if (!(error instanceof HandsOffError || error instanceof NotOfferedError)) throw error;
}
