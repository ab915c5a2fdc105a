import { answered, type Exchange } from "@plumbline/client";
import {
  type Campaign,
  HandsOffError,
  jsonOf,
  member,
  NEVER_ISSUED,
  NotOfferedError,
  received,
  TooHeavyError,
  wasAccepted,
  wasRefused,
  writeOf,
} from "@plumbline/conformance";
import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { type BodyParts, bodiesFor, plainText } from "../cases/bodies.ts";
import { fresh } from "../cases/fresh.ts";
import { familyOf, fixtureOf } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import { BUSINESS } from "./judge.ts";

/** The record that a campaign created for its requests: the exchange that created it, and its id. */
export interface MadeFirst {
  readonly exchange: string;
  readonly id: string;
}

/**
 * Whether the target carries out the valid request from which a test case differs, and which record the test case
 * addresses.
 */
export type Ready =
  | {
      readonly ready: true;
      readonly path: Readonly<Record<string, string>>;
      readonly made?: MadeFirst;
      /** Id of the exchange that shows this. */
      readonly shown: string;
    }
  | {
      readonly ready: false;
      readonly reason: string;
      /** The reason is the state or the permissions of the project, not the target. */
      readonly business?: boolean;
      /** The answer to the plain request, if only the target can be the cause of its refusal. */
      readonly refusal?: Exchange;
    };

type Made =
  | { readonly path: Readonly<Record<string, string>>; readonly made?: MadeFirst }
  | { readonly reason: string };

/**
 * The valid requests behind the test cases of a campaign, and the records for them. Each request is sent once, when the
 * first test case needs it. The run restores or deletes everything that they change or create.
 */
export class BaseRequests {
  readonly #campaign: Pick<Campaign, "ask" | "giveBack" | "borrows" | "whyForeign">;
  readonly #parts: BodyParts;
  readonly #known = new Map<string, Promise<Ready>>();
  readonly #records = new Map<string, Promise<Made>>();

  /** @param campaign its `ask` may refuse to send when the budget is used up. */
  constructor(campaign: Pick<Campaign, "ask" | "giveBack" | "borrows" | "whyForeign">, parts: BodyParts) {
    this.#campaign = campaign;
    this.#parts = parts;
  }

  of(testCase: TestCase): Promise<Ready> {
    const key = `${testCase.operation}/${testCase.version}/${testCase.base}`;
    const known = this.#known.get(key) ?? this.#prepare(testCase);
    this.#known.set(key, known);
    return known;
  }

  async #prepare(testCase: TestCase): Promise<Ready> {
    try {
      return await this.#tries(testCase);
    } catch (error) {
      if (error instanceof HandsOffError || error instanceof NotOfferedError)
        return { ready: false, reason: error.message, business: !(error instanceof TooHeavyError) };
      throw error;
    }
  }

  async #tries({ operation, version, base }: TestCase): Promise<Ready> {
    const { ask, giveBack } = this.#campaign;
    const write = writeOf(operation);
    if (familyOf(this.#parts.contract.operation(operation)) === "removals") return this.#nobodys(operation, version);
    const made = write?.on === undefined ? { path: {} } : await this.#ownRecord(operation, version);
    if ("reason" in made) return { ready: false, reason: made.reason };
    const rawBody = await this.#rawBody(operation, version, base);
    const exchange = await ask({
      operation,
      version,
      path: made.path,
      ...(write?.query === undefined ? {} : { query: write.query }),
      ...(rawBody === undefined ? {} : { rawBody, send: "again" }),
    });
    if (!wasAccepted(exchange)) return refusedBase(base, exchange);
    const foreign = this.#whyForeign(operation, exchange);
    if (foreign !== undefined) return { ready: false, reason: foreign };
    await giveBack(exchange);
    return { ready: true, ...made, shown: exchange.id };
  }

  /**
   * Deletions are never carried out: a request that names a record names one that does not exist, and must be refused
   * for that. If it names none, a read at the same place shows whether the target serves it.
   */
  async #nobodys(operation: OperationId, version: RouteVersion): Promise<Ready> {
    const effect = writeOf(operation)?.effect;
    if (effect?.kind === "changes") {
      const read = await this.#campaign.ask({ operation: effect.read, version: this.#served(effect.read, version) });
      return wasAccepted(read)
        ? { ready: true, path: {}, shown: read.id }
        : { ready: false, reason: `${effect.read} returned ${received(read)}, so a refusal would prove nothing` };
    }
    const id = effect?.kind === "owned" ? { [effect.parameter]: NEVER_ISSUED } : {};
    const names = this.#parts.contract
      .operation(operation)
      .pathParameters.filter(({ name }) => !Object.hasOwn(id, name) && fixtureOf(this.#parts.world, name) === undefined)
      .map(({ name }) => [name, "plumbline"] as const);
    const path = { ...Object.fromEntries(names), ...id };
    const exchange = await this.#campaign.ask({ operation, version, path, send: "again" });
    const status = answered(exchange) ? exchange.response.status : 0;
    return wasRefused(exchange) && ![401, 403, 405, 406].includes(status)
      ? { ready: true, path, shown: exchange.id }
      : {
          ready: false,
          business: BUSINESS.includes(status),
          reason: `${operation} of a record that does not exist returned ${received(exchange)}`,
        };
  }

  async #rawBody(operation: OperationId, version: RouteVersion, base: TestCase["base"]): Promise<string | undefined> {
    if (operation === "issueServiceToken") return plainText(operation, this.#parts, version);
    // Acknowledges the alert once more in its current state, which shows that the write works and changes nothing.
    if (operation === "acknowledgeAlert")
      return JSON.stringify(await this.#campaign.borrows({ operation, version, path: {} }));
    return fresh(JSON.stringify(bodiesFor(operation, this.#parts, version).get(base)));
  }

  #ownRecord(operation: OperationId, version: RouteVersion): Promise<Made> {
    const create = writeOf(operation)?.on?.create ?? "createAlertConfig";
    const key = `${create}/${version}`;
    const known = this.#records.get(key) ?? this.#create(operation, create, version);
    this.#records.set(key, known);
    return known;
  }

  async #create(operation: OperationId, create: OperationId, wanted: RouteVersion): Promise<Made> {
    const version = this.#served(create, wanted);
    const rawBody = fresh(JSON.stringify(bodiesFor(create, this.#parts, version).get("plain"))) ?? "";
    const exchange = await this.#campaign.ask({ operation: create, version, rawBody, send: "again" });
    const path = writeOf(operation)?.on?.address(recordOf(exchange), JSON.parse(rawBody), this.#parts.contract);
    if (!wasAccepted(exchange) || path === undefined)
      return { reason: `the run could not create a record for ${operation}: ${received(exchange)}` };
    const foreign = this.#whyForeign(create, exchange);
    if (foreign !== undefined) return { reason: foreign };
    return { path, made: { exchange: exchange.id, id: Object.values(path)[0] ?? "" } };
  }

  /** Why the answer to a create contains no new record: the run could not delete a record without an id. */
  #whyForeign(operation: OperationId, exchange: Exchange): string | undefined {
    const effect = writeOf(operation)?.effect;
    if (effect?.kind !== "makes" || effect.remove === undefined) return undefined;
    const id = member(recordOf(exchange), this.#parts.contract.field(effect.id));
    if (typeof id !== "string") return `the record that ${operation} created has no id, so no request can address it`;
    const why = this.#campaign.whyForeign(id);
    return why === undefined ? undefined : `${operation} did not return a record of the run: ${why}`;
  }

  #served(operation: OperationId, wanted: RouteVersion): RouteVersion {
    const { routes } = this.#parts.contract.operation(operation);
    return routes.some(({ version }) => version === wanted) ? wanted : (routes.at(-1)?.version ?? wanted);
  }
}

/** The record in an answer, with or without an envelope. */
function recordOf(exchange: Exchange): unknown {
  const json = jsonOf(exchange);
  return member(json, "content") ?? json;
}

function refusedBase(base: TestCase["base"], exchange: Exchange): Ready {
  const business = base === "full" || (answered(exchange) && BUSINESS.includes(exchange.response.status));
  return {
    ready: false,
    business,
    ...(base === "plain" && !business && { refusal: exchange }),
    reason: `the ${base} request without a fault returned ${received(exchange)}, so faulty ones would prove nothing`,
  };
}
