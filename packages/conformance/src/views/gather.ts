import type { Exchange } from "@plumbline/client";
import type { ReportViews } from "@plumbline/report";
import type { Gate } from "../kernel/gate.ts";
import type { Target } from "../target/target.ts";
import { Drift } from "./drift.ts";
import { Ladders } from "./ladders.ts";
import { listOperations } from "./list-operations.ts";
import { RoleTrials } from "./role-trials.ts";

/**
 * Collects from the exchanges of a run what a report shows besides its verdicts. It judges nothing and sends nothing.
 */
export class ViewGatherer {
  readonly #target: Target;
  readonly #roles: RoleTrials;
  readonly #ladders: Ladders;
  readonly #drift: Drift;

  constructor(target: Target, gate: Gate) {
    const { contract, credentials } = target;
    this.#target = target;
    this.#roles = new RoleTrials(contract, credentials);
    const main = credentials.main;
    this.#ladders = new Ladders(contract, main !== undefined && "label" in main ? main.label : undefined);
    this.#drift = new Drift(contract, gate);
  }

  see(exchange: Exchange): void {
    this.#roles.see(exchange);
    this.#ladders.see(exchange);
    this.#drift.see(exchange);
  }

  /** The views so far, without those that the target cannot have. */
  views(): ReportViews {
    const { contract, mock } = this.#target;
    return {
      operations: listOperations(contract),
      // A mock from a document knows no roles.
      ...(mock ? {} : { roleMatrix: this.#roles.all }),
      ladders: this.#ladders.all,
      drift: this.#drift.all,
    };
  }
}
