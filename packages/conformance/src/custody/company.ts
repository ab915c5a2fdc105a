import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { KINDS, type Kind } from "../writes/kinds.ts";
import { WRITES } from "../writes/table.ts";
import { HandsOffError } from "./hands-off-error.ts";
import type { CustodyParts } from "./request.ts";

/** Who answers for the records that only stand beside others. */
export const COMPANY = "company";

/** What a company needs of the custody that it is part of. */
interface CompanyParts {
  readonly parts: CustodyParts;
  readonly carry: (call: Call, by: string) => Promise<Exchange>;
  /** Takes back what a request made; false where it is still there. */
  readonly giveBack: (exchange: Exchange) => Promise<boolean>;
  /** A create beside which something changed, when it was carried out, that it did not address. */
  readonly isHarmful: (create: WriteId) => boolean;
  /** Records that stand there, and that nothing has disturbed. */
  readonly standing: (create: WriteId) => Promise<number>;
}

/** Records that stand beside others. */
const FEWEST = 2;

/**
 * Before a run makes its first record of a kind: two that only stand there, so that a write which reaches others can be seen
 * to, and a third that is removed at once, so that a target which removes nothing is not left with more.
 */
export class Company {
  readonly #parts: CompanyParts;
  readonly #gathered = new Map<Kind, Promise<void>>();

  constructor(parts: CompanyParts) {
    this.#parts = parts;
  }

  /** Resolves when what there can be of it is there. */
  gather(operation: WriteId, version: RouteVersion): Promise<void> {
    const { kind } = WRITES[operation];
    const { company } = KINDS[kind];
    if (this.#parts.parts.bystanders !== "accompanied" || company === undefined) return Promise.resolve();
    const known = this.#gathered.get(kind) ?? this.#gather(company, version).catch(unlessRefrained);
    this.#gathered.set(kind, known);
    return known;
  }

  async #gather(create: WriteId, wanted: RouteVersion): Promise<void> {
    const { giveBack } = this.#parts;
    const version = this.#versionOf(create, wanted);
    if (version === undefined) return;
    const made: Exchange[] = [];
    while (made.length <= FEWEST) {
      const exchange = await this.#make(create, version);
      if (exchange === undefined) return;
      made.push(exchange);
    }
    // Where the first that is removed stays, the second decides: then the ledger has no more made of the kind.
    const [, second, third] = made;
    if (third !== undefined && second !== undefined && !(await giveBack(third))) await giveBack(second);
  }

  /** The version in which one is made; `undefined` where the user does not permit that, or nothing would remove it. */
  #versionOf(create: WriteId, wanted: RouteVersion): RouteVersion | undefined {
    const { permits, served } = this.#parts.parts;
    const { effect } = WRITES[create];
    if (effect.kind !== "makes" || effect.remove === undefined || !permits(create)) return undefined;
    return served(effect.remove, wanted) === undefined ? undefined : served(create, wanted);
  }

  /** Makes others in place of those that were harmed, to see whether they are harmed again. */
  async replenish(operation: WriteId, wanted: RouteVersion): Promise<void> {
    const { parts, standing } = this.#parts;
    const { company } = KINDS[WRITES[operation].kind];
    const version = company && this.#versionOf(company, wanted);
    if (parts.bystanders !== "accompanied" || company === undefined || version === undefined) return;
    // A create that harms others is not sent for company.
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

/** What may not be made here, or could not be removed again, keeps no company. */
function unlessRefrained(error: unknown): void {
  if (!(error instanceof HandsOffError || error instanceof NotOfferedError)) throw error;
}
