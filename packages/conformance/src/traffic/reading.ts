import type { Exchange } from "@plumbline/client";
import type { Target } from "../target/target.ts";
import type { Addressed } from "./addressing.ts";
import { askedForm } from "./asked-form.ts";
import { askerOf } from "./asker-of.ts";
import { callOf } from "./call-of.ts";
import type { Passed } from "./passed.ts";
import { Signers } from "./signers.ts";

/** Reads call, caller and form from an exchange. */
export class Reading {
  readonly #target: Target;
  readonly #signers: Signers;

  constructor(target: Target) {
    this.#target = target;
    this.#signers = new Signers(target.credentials);
  }

  /** @param addressed the operation that it is addressed to */
  of(exchange: Exchange, { recognised, query }: Extract<Addressed, { readonly kind: "operation" }>): Passed {
    const { contract } = this.#target;
    const { operation, route } = recognised;
    const asker = askerOf(exchange.request.headers);
    const request = { ...exchange.request, credential: this.#signers.of(asker, exchange.request.credential) };
    const known: Exchange = { ...exchange, request, operation, version: route.version };
    const form = askedForm(known, route, contract.profile);
    return { exchange: known, call: callOf(known, recognised, query, form, contract), recognised, asker, form };
  }
}
