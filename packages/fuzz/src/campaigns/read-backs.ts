import type { Exchange } from "@plumbline/client";
import { type Ask, type Call, viewsOf, WRITES, wasAccepted } from "@plumbline/conformance";
import { INTERFACE_VERSIONS, isWriteId } from "@plumbline/schemas";
import { addressIn } from "../asking/address-in.ts";
import type { BodyParts } from "../cases/bodies.ts";
import type { Search } from "./settings.ts";

/** At most one of this many requests is such a read. */
const EVERY = 25;

/**
 * Reads the records that accepted writes of campaigns created or changed, by a get and by a list, with different
 * operations in turn. The model of the service checks the answers and reports contradictions.
 */
export class ReadBacks {
  readonly #settings: Pick<Search, "share" | "choice">;
  readonly #parts: BodyParts;
  readonly #requests: () => number;
  readonly #turns = new Map<string, number>();
  #sent = 0;

  /** @param requests returns the number of requests so far */
  constructor(settings: Pick<Search, "share" | "choice">, parts: BodyParts, requests: () => number) {
    this.#settings = settings;
    this.#parts = parts;
    this.#requests = requests;
  }

  /** Reads the record of a write before cleanup, if there have been enough other requests. */
  async after(call: Call, exchange: Exchange, ask: Ask): Promise<void> {
    const { contract, world } = this.#parts;
    const { choice, share } = this.#settings;
    if (!isWriteId(call.operation) || !wasAccepted(exchange)) return;
    const path = addressIn(call, exchange, contract);
    if (path === undefined) return;
    const { kind } = WRITES[call.operation];
    const versions = choice.versions ?? INTERFACE_VERSIONS;
    const views = viewsOf(kind, path, { contract, world, versions }).filter(
      ({ operation }) => choice.operations?.includes(operation) ?? true,
    );
    const turn = this.#turns.get(call.operation) ?? 0;
    this.#turns.set(call.operation, turn + 1);
    for (const form of ["get", "list"] as const) {
      const of = views.filter((view) => view.form === form);
      const view = of[turn % Math.max(1, of.length)];
      if (view === undefined || (this.#sent + 1) * EVERY > this.#requests() || !share.take()) continue;
      this.#sent += 1;
      const { form: _form, ...read } = view;
      await ask({ ...read, send: "again" });
    }
  }
}
