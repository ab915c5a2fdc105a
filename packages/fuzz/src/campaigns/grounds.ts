import type { Exchange } from "@plumbline/client";
import { type Ask, type Call, jsonOf, member, received, wasAccepted } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import type { Shot } from "./shot.ts";

/** Whether the valid request that a shot differs from is carried out here, and which record the shot addresses. */
export type Ready =
  | { readonly ready: true; readonly path: Readonly<Record<string, string>> }
  | { readonly ready: false; readonly reason: string };

type Record_ = { readonly id: string } | { readonly reason: string };

/**
 * The valid requests under a campaign, each sent once when the first shot needs it, and the records that it works on.
 * What was made is removed and what was borrowed is put back by `restore`.
 */
export class Grounds {
  readonly #ask: Ask;
  readonly #undo: Ask;
  readonly #parts: BodyParts;
  readonly #known = new Map<string, Promise<Ready>>();
  readonly #records = new Map<RouteVersion, Promise<Record_>>();
  #borrowed: { readonly version: RouteVersion; readonly body: string } | undefined;
  /** What could not be undone, in words. */
  readonly left: string[] = [];

  /** `ask` may refuse to send when the budget is used up; `undo` never does. */
  constructor(ask: Ask, undo: Ask, parts: BodyParts) {
    this.#ask = ask;
    this.#undo = undo;
    this.#parts = parts;
  }

  of(shot: Shot): Promise<Ready> {
    const key = `${shot.operation}/${shot.version}/${shot.ground}`;
    const known = this.#known.get(key) ?? this.#prepare(shot);
    this.#known.set(key, known);
    return known;
  }

  /** Removes what a shot made although it should have been refused, or although only its answer was wanted. */
  async cleared(shot: Shot, exchange: Exchange): Promise<void> {
    if (shot.operation !== "createAlertConfig" || !wasAccepted(exchange)) return;
    const id = idIn(exchange);
    if (id === undefined) this.left.push("an alert configuration whose id the answer does not tell");
    else await this.#remove(shot.version, id);
  }

  async restore(): Promise<void> {
    for (const [version, made] of this.#records) {
      const record = await made.catch((): Record_ => ({ reason: "it was never made" }));
      if ("id" in record) await this.#remove(version, record.id);
    }
    if (this.#borrowed === undefined) return;
    const { version, body } = this.#borrowed;
    await this.#undone("the alert's acknowledgement", { operation: "acknowledgeAlert", version, rawBody: body });
  }

  #remove(version: RouteVersion, alertConfigId: string): Promise<void> {
    const call: Call = { operation: "deleteAlertConfig", version, path: { alertConfigId } };
    return this.#undone(`alert configuration ${alertConfigId}`, call);
  }

  /** Notes what stays behind, whether the target refuses to undo it or nothing can be sent any more. */
  async #undone(what: string, call: Call): Promise<void> {
    try {
      const exchange = await this.#undo({ ...call, again: true });
      if (!wasAccepted(exchange)) this.left.push(`${what} (undoing was answered ${received(exchange)})`);
    } catch (error) {
      this.left.push(`${what} (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  async #prepare({ operation, version, ground }: Shot): Promise<Ready> {
    const body = bodiesFor(operation, this.#parts).get(ground);
    const rawBody = JSON.stringify(body);
    switch (operation) {
      case "createAlertConfig": {
        const exchange = await this.#ask({ operation, version, rawBody, again: true });
        if (!wasAccepted(exchange)) return refusedGround(ground, exchange);
        const id = idIn(exchange);
        if (id === undefined)
          return { ready: false, reason: "a created alert configuration has no id: it cannot be removed" };
        await this.#remove(version, id);
        return { ready: true, path: {} };
      }
      case "updateAlertConfig":
      case "setAlertConfigEnabled": {
        const record = await this.#ownRecord(version);
        if ("reason" in record) return { ready: false, reason: record.reason };
        const path = { alertConfigId: record.id };
        const exchange = await this.#ask({ operation, version, path, rawBody, again: true });
        return wasAccepted(exchange) ? { ready: true, path } : refusedGround(ground, exchange);
      }
      case "acknowledgeAlert": {
        // The alert as it is, acknowledged once more: shows that the write works and changes nothing.
        const now = await this.#borrow(version);
        if (now === undefined) return { ready: false, reason: "the alert cannot be read" };
        const exchange = await this.#ask({ operation, version, rawBody: now, again: true });
        return wasAccepted(exchange) ? { ready: true, path: {} } : refusedGround(ground, exchange);
      }
      default: {
        const exchange = await this.#ask({ operation, version });
        return wasAccepted(exchange) ? { ready: true, path: {} } : refusedGround(ground, exchange);
      }
    }
  }

  #ownRecord(version: RouteVersion): Promise<Record_> {
    const known = this.#records.get(version) ?? this.#create(version);
    this.#records.set(version, known);
    return known;
  }

  async #create(version: RouteVersion): Promise<Record_> {
    const rawBody = JSON.stringify(bodiesFor("createAlertConfig", this.#parts).get("plain"));
    const exchange = await this.#ask({ operation: "createAlertConfig", version, rawBody, again: true });
    const id = idIn(exchange);
    if (wasAccepted(exchange) && id !== undefined) return { id };
    return { reason: `no alert configuration could be made to work on: ${received(exchange)}` };
  }

  /** The body that leaves the alert as it is; the first one read is the one to go back to. */
  async #borrow(version: RouteVersion): Promise<string | undefined> {
    if (this.#borrowed !== undefined) return this.#borrowed.body;
    const exchange = await this.#ask({ operation: "getAlert", version, again: true });
    if (!wasAccepted(exchange)) return undefined;
    const record = recordOf(exchange);
    const until = member(record, "acknowledgedUntil");
    const comment = member(record, "acknowledgementComment");
    const body =
      typeof until === "string" && readDate(until) > Date.now()
        ? { acknowledgedUntil: until, ...(typeof comment === "string" ? { acknowledgementComment: comment } : {}) }
        : {};
    this.#borrowed = { version, body: JSON.stringify(this.#parts.contract.wire(body)) };
    return this.#borrowed.body;
  }
}

/** The record of an answer, whether or not an envelope is around it. */
function recordOf(exchange: Exchange): unknown {
  const json = jsonOf(exchange);
  return member(json, "id") === undefined ? member(json, "content") : json;
}

function idIn(exchange: Exchange): string | undefined {
  const id = member(recordOf(exchange), "id");
  return typeof id === "string" ? id : undefined;
}

const refusedGround = (ground: Shot["ground"], exchange: Exchange): Ready => ({
  ready: false,
  reason: `the ${ground} request without a fault is answered ${received(exchange)}, so others would prove nothing`,
});
