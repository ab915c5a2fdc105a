import { answered, type Exchange } from "@plumbline/client";
import { type Ask, jsonOf, member, received, wasAccepted } from "@plumbline/conformance";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { createValidator, readDate } from "@plumbline/schemas/validate";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import type { Custody } from "./custody.ts";
import { BUSINESS } from "./judge.ts";
import { FRESH, RECIPES } from "./recipes.ts";
import type { Shot } from "./shot.ts";

/** The record that a campaign made to work on: the exchange that made it, and its id. */
export interface MadeFirst {
  readonly exchange: string;
  readonly id: string;
}

/** Whether the valid request that a shot differs from is carried out here, and which record the shot addresses. */
export type Ready =
  | { readonly ready: true; readonly path: Readonly<Record<string, string>>; readonly made?: MadeFirst }
  | {
      readonly ready: false;
      readonly reason: string;
      /** The project's state or rights stand in the way, not the target. */
      readonly business?: boolean;
    };

const validator = createValidator();

type Made =
  | { readonly path: Readonly<Record<string, string>>; readonly made?: MadeFirst }
  | { readonly reason: string };

/**
 * The valid requests under a campaign, each sent once when the first shot needs it, and the records that it works on.
 * What was made is removed and what was borrowed is put back by `restore`.
 */
export class Grounds {
  readonly #ask: Ask;
  readonly #custody: Custody;
  readonly #parts: BodyParts;
  readonly #known = new Map<string, Promise<Ready>>();
  readonly #records = new Map<string, Promise<Made>>();
  readonly #borrowed = new Map<string, Promise<string | undefined>>();

  /** `ask` may refuse to send when the budget is used up. */
  constructor(ask: Ask, custody: Custody, parts: BodyParts) {
    this.#ask = ask;
    this.#custody = custody;
    this.#parts = parts;
  }

  of(shot: Shot): Promise<Ready> {
    const key = `${shot.operation}/${shot.version}/${shot.ground}`;
    const known = this.#known.get(key) ?? this.#prepare(shot);
    this.#known.set(key, known);
    return known;
  }

  /** Removes what a shot made although it should have been refused, or although only its answer was wanted. */
  async cleared({ operation, version }: Pick<Shot, "operation" | "version">, exchange: Exchange): Promise<void> {
    if (!wasAccepted(exchange)) return;
    const removal = removalOf(operation);
    if (removal === undefined) {
      if (RECIPES[operation]?.family === "lasting") this.#custody.stays(operation, idIn(exchange));
      return;
    }
    const path = removal.address(recordOf(exchange));
    if (path === undefined) {
      this.#custody.left.push(`${removal.what} whose id the answer does not tell`);
      return;
    }
    const id = Object.values(path)[0] ?? idIn(exchange);
    const undo = { operation: removal.operation, version: this.#served(removal.operation, version), path };
    await this.#custody.undo(this.#custody.made(operation, id, `${removal.what} ${id}`, undo));
  }

  /** True for operations whose success leaves a record behind, whether or not it can be removed. */
  makes(operation: OperationId): boolean {
    return removalOf(operation) !== undefined || RECIPES[operation]?.family === "lasting";
  }

  restore(): Promise<void> {
    return this.#custody.release();
  }

  async #prepare({ operation, version, ground, call }: Shot): Promise<Ready> {
    const body = bodiesFor(operation, this.#parts, version).get(ground);
    const recipe = RECIPES[operation];
    const own = operation === "updateAlertConfig" || operation === "setAlertConfigEnabled" || recipe?.on !== undefined;
    const made = own ? await this.#ownRecord(operation, version) : { path: {} };
    if ("reason" in made) return { ready: false, reason: made.reason };
    const replaced = operation === "acknowledgeAlert" ? "getAlert" : recipe?.read;
    const now = replaced === undefined ? undefined : await this.#borrow(operation, replaced, version);
    if (replaced !== undefined && now === undefined)
      return { ready: false, reason: `what ${operation} changes cannot be read, so it could not be put back` };
    // The alert as it is, acknowledged once more: shows that the write works and changes nothing.
    const rawBody = operation === "acknowledgeAlert" ? now : isForm(operation) ? FORM : fresh(JSON.stringify(body));
    const exchange = await this.#ask({
      operation,
      version,
      path: made.path,
      ...(rawBody === undefined ? {} : { rawBody, again: true }),
      ...(call.who === undefined ? {} : { who: call.who }),
    });
    if (!wasAccepted(exchange)) return refusedGround(ground, exchange);
    if (isCreate(operation) && addressIn(operation, exchange) === undefined)
      return { ready: false, reason: `what ${operation} made has no id: it cannot be removed` };
    await this.cleared({ operation, version }, exchange);
    return { ready: true, ...made };
  }

  #ownRecord(operation: OperationId, version: RouteVersion): Promise<Made> {
    const create = RECIPES[operation]?.on?.create ?? "createAlertConfig";
    const key = `${create}/${version}`;
    const known = this.#records.get(key) ?? this.#create(operation, create, version);
    this.#records.set(key, known);
    return known;
  }

  async #create(operation: OperationId, create: OperationId, wanted: RouteVersion): Promise<Made> {
    const version = this.#served(create, wanted);
    const rawBody = fresh(JSON.stringify(bodiesFor(create, this.#parts, version).get("plain"))) ?? "";
    const exchange = await this.#ask({ operation: create, version, rawBody, again: true });
    const removal = removalOf(create);
    const record = recordOf(exchange);
    const gone = removal?.address(record);
    const path = RECIPES[operation]?.on?.address(record, JSON.parse(rawBody)) ?? gone;
    if (!wasAccepted(exchange) || removal === undefined || gone === undefined || path === undefined)
      return { reason: `no record could be made for ${operation} to work on: ${received(exchange)}` };
    const id = Object.values(gone)[0] ?? "";
    const undo = { operation: removal.operation, version: this.#served(removal.operation, wanted), path: gone };
    this.#custody.made(create, id, `${removal.what} ${id}`, undo);
    return { path, made: { exchange: exchange.id, id } };
  }

  /** The body that puts things back as they are; the first one read is the one to go back to. */
  #borrow(write: OperationId, read: OperationId, version: RouteVersion): Promise<string | undefined> {
    // Both versions change the same thing.
    const known = this.#borrowed.get(write) ?? this.#borrowNow(write, read, version);
    this.#borrowed.set(write, known);
    return known;
  }

  async #borrowNow(write: OperationId, read: OperationId, version: RouteVersion): Promise<string | undefined> {
    const exchange = await this.#ask({ operation: read, version: this.#served(read, version), again: true });
    if (!wasAccepted(exchange)) return undefined;
    const shown = recordOf(exchange);
    const body = write === "acknowledgeAlert" ? this.#acknowledgement(shown) : this.#writable(write, version, shown);
    if (!validator.accepts(this.#parts.contract.operation(write, version).body?.schema ?? {}, body)) return undefined;
    const rawBody = JSON.stringify(body);
    const what = write === "acknowledgeAlert" ? "the alert's acknowledgement" : `what ${write} changes`;
    this.#custody.changed(write, this.#parts.world.fixtures.groupId ?? "", what, {
      operation: write,
      version,
      rawBody,
    });
    return rawBody;
  }

  #acknowledgement(record: unknown): unknown {
    const until = member(record, this.#parts.contract.field("acknowledgedUntil"));
    const comment = member(record, this.#parts.contract.field("acknowledgementComment"));
    const body =
      typeof until === "string" && readDate(until) > Date.now()
        ? { acknowledgedUntil: until, ...(typeof comment === "string" ? { acknowledgementComment: comment } : {}) }
        : {};
    return this.#parts.contract.wire(body);
  }

  /** The members of a record that its write takes. */
  #writable(write: OperationId, version: RouteVersion, record: unknown): unknown {
    const schema = this.#parts.contract.operation(write, version).body?.schema ?? {};
    if (schema.type === "array") return Array.isArray(record) ? record : [];
    return Object.fromEntries(
      Object.keys(schema.properties ?? {})
        .map((name) => [name, member(record, name)] as const)
        .filter(([, value]) => value !== undefined && value !== null),
    );
  }

  #served(operation: OperationId, wanted: RouteVersion): RouteVersion {
    const { routes } = this.#parts.contract.operation(operation);
    return routes.some(({ version }) => version === wanted) ? wanted : (routes.at(-1)?.version ?? wanted);
  }
}

const FORM = "grant_type=client_credentials";
const isForm = (operation: OperationId): boolean => operation === "issueServiceToken";
const isCreate = (operation: OperationId): boolean => removalOf(operation) !== undefined;
const addressIn = (operation: OperationId, exchange: Exchange) => removalOf(operation)?.address(recordOf(exchange));

/** What removes the records that an operation makes. */
function removalOf(operation: OperationId) {
  if (operation !== "createAlertConfig") {
    const remove = RECIPES[operation]?.remove;
    return remove && { ...remove, what: `what ${operation} made:` };
  }
  const address = (record: unknown): Readonly<Record<string, string>> | undefined => {
    const id = member(record, "id");
    return typeof id === "string" ? { alertConfigId: id } : undefined;
  };
  return { operation: "deleteAlertConfig", address, what: "alert configuration" } as const;
}

let drawn = 0;
const began = Date.now();

/** The text with a name that nothing has yet in place of the planned one, of the same length. */
export function fresh<T extends string | undefined>(text: T): T {
  if (text === undefined || !text.includes(FRESH)) return text;
  drawn += 1;
  const name = (began * 4_096 + drawn).toString(36).slice(-12).padStart(12, "0");
  return text.replaceAll(FRESH, FRESH.slice(0, -12) + name) as T;
}

/** The record of an answer, whether or not an envelope is around it. */
function recordOf(exchange: Exchange): unknown {
  const json = jsonOf(exchange);
  return member(json, "content") ?? json;
}

/** Whatever of an answer names its record best. */
function idIn(exchange: Exchange): string {
  const record = recordOf(exchange);
  const names = ["id", "_id", "roleId", "name", "clusterName", "groupId"];
  return String(
    names.map((name) => member(record, name)).find((value) => typeof value === "string") ?? "without an id",
  );
}

const refusedGround = (ground: Shot["ground"], exchange: Exchange): Ready => ({
  ready: false,
  business: ground === "full" || (answered(exchange) && BUSINESS.includes(exchange.response.status)),
  reason: `the ${ground} request without a fault is answered ${received(exchange)}, so others would prove nothing`,
});
