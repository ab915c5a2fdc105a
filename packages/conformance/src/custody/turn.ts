import type { Exchange } from "@plumbline/client";
import type { RouteVersion } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { member } from "../ground/json.ts";
import { ONE_LARGE_PAGE } from "../ground/largest-page.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { listIn } from "../oracles/envelope.ts";
import { HandsOffError } from "./hands-off-error.ts";

/** The parts of the conversation with a target that a turn uses. */
export interface TurnParts {
  readonly send: (call: Call, by: string) => Promise<Exchange>;
  /** Undoes everything that was done for an owner. */
  readonly release: (by: string) => Promise<void>;
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly mark: string;
  readonly version: RouteVersion | undefined;
  readonly field: (name: string) => string;
  /** How long to wait for another run in total, in milliseconds. */
  readonly patience: number;
}

const BY = "turn";
const SIGN = /plumbline-[0-9a-f]{12}(?=-turn@)/;
/** Milliseconds between two tries, with a random part, so that two runs do not collide again. */
const PAUSE = 500;
const SPREAD = 1_500;

/**
 * Keeps two runs on one target apart where something exists only once: a link, a setting, a schedule. A run that works
 * on it creates a sign: an alert configuration that notifies nobody. A run that finds another's sign deletes its own
 * and waits. If a run cannot create a sign, it does not learn of other runs.
 */
export class Turn {
  readonly #parts: TurnParts;
  #taken: Promise<string | undefined> | undefined;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  /** Why it is another run's turn; `undefined` if it is this run's turn. */
  take(): Promise<string | undefined> {
    this.#taken ??= this.#wait().catch(whyNot);
    return this.#taken;
  }

  async release(): Promise<void> {
    if (this.#taken !== undefined) await this.#parts.release(BY);
    this.#taken = undefined;
  }

  async #wait(): Promise<string | undefined> {
    const { pass, patience, version } = this.#parts;
    if (version === undefined) return undefined;
    for (let waited = 0; ; ) {
      if (!(await this.#signs(version))) return undefined;
      const other = await this.#other(version);
      if (other === undefined) return undefined;
      await this.#parts.release(BY);
      const pause = PAUSE + Math.random() * SPREAD;
      waited += pause;
      if (waited > patience)
        return `another run is at work here, and its records bear ${other}: wait until it ends, or delete its records with plumbline cleanup`;
      await pass(pause);
    }
  }

  /** Creates the sign for other runs; whether that worked. */
  async #signs(version: RouteVersion): Promise<boolean> {
    const { mark, send } = this.#parts;
    const body = {
      eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
      enabled: false,
      notifications: [{ typeName: "EMAIL", emailAddress: `${mark}-turn@example.com`, delayMin: 0, intervalMin: 60 }],
    };
    try {
      return wasAccepted(await send({ operation: "createAlertConfig", version, body, send: "again" }, BY));
    } catch (error) {
      if (error instanceof HandsOffError) return false;
      throw error;
    }
  }

  /** The mark of another run that has a sign on the target. */
  async #other(version: RouteVersion): Promise<string | undefined> {
    const { field, mark, send } = this.#parts;
    const read = await send({ operation: "listAlertConfigs", version, query: ONE_LARGE_PAGE, send: "again" }, BY);
    const marks = (listIn(jsonOf(read)) ?? [])
      .flatMap((record) => listIn(member(record, field("notifications"))) ?? [])
      .map((target) => SIGN.exec(String(member(target, field("emailAddress"))))?.[0]);
    return marks.find((one) => one !== undefined && one !== mark);
  }
}

/** The run can send nothing any more, so it does not work on these things either. */
function whyNot(error: unknown): string {
  if (error instanceof NotSentError) return error.message;
  throw error;
}
