import { setTimeout as pause } from "node:timers/promises";
import { answered, type Connection, type Credential } from "@plumbline/client";
import type { UndoRequest } from "@plumbline/report";
import { type Debt, type Marked, markedIn } from "./debts.ts";

/** Statuses of a refusal that may pass: a snapshot or a simulation has to get somewhere first. */
const LATER: readonly number[] = [400, 409, 422, 423, 425, 429, 503];
const PAUSE = 5_000;
/** What the journal asks for. */
const PAGE = 500;
const MOST_PAGES = 100;

/** Sends what takes things back, with patience: what is refused now may be accepted a little later. */
export class Payer {
  readonly #connection: Connection;
  readonly #credential: Credential | undefined;
  /** Milliseconds since the epoch after which nothing is tried again. */
  readonly #until: number;

  constructor(connection: Connection, credential: Credential | undefined, patienceMilliseconds: number) {
    this.#connection = connection;
    this.#credential = credential;
    this.#until = Date.now() + patienceMilliseconds;
  }

  /** Pays one debt and says why not, if it could not; what is gone already is paid. */
  async pay({ kind, undo }: Pick<Debt, "kind" | "undo">): Promise<string | undefined> {
    for (;;) {
      const exchange = await this.#send(undo);
      if (!answered(exchange)) return `${undo.method} was not answered`;
      const { status } = exchange.response;
      if (status >= 200 && status < 300) return undefined;
      if (kind === "made" && (status === 404 || status === 410)) return undefined;
      if (!LATER.includes(status) || Date.now() + PAUSE > this.#until) return `${undo.method} was answered ${status}`;
      await pause(PAUSE);
    }
  }

  /** Removals of the records that bear the mark. */
  async marked({ mark, find, remove, operation }: Marked): Promise<readonly Debt[]> {
    const debts = new Map<string, Debt>();
    for (let pageNum = 1, full = true; full && pageNum <= MOST_PAGES; pageNum += 1) {
      const paged = find.url.includes("?");
      const exchange = await this.#send(paged ? { ...find, url: `${find.url}&pageNum=${pageNum}` } : find);
      const json = answered(exchange) ? exchange.response.json : undefined;
      for (const id of markedIn(json, mark)) {
        const url = remove.url.replace("%7Bid%7D", () => encodeURIComponent(id));
        debts.set(id, { kind: "made", operation, id, undo: { ...remove, url } });
      }
      const records: unknown = Object(json).results;
      full = paged && Array.isArray(records) && records.length >= PAGE;
    }
    return [...debts.values()];
  }

  #send({ method, url, headers, body }: UndoRequest) {
    return this.#connection.send({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(this.#credential && { credential: this.#credential }),
    });
  }
}
