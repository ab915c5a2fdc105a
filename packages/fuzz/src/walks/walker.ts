import { answered, type Exchange } from "@plumbline/client";
import {
  type Ask,
  type Call,
  type Campaign,
  fieldsOf,
  freshName,
  HandsOffError,
  isPartialWrite,
  isShownBy,
  type Judgement,
  jsonOf,
  type RecordView,
  readBackIn,
  restIn,
  type Shown,
  viewsOf,
  type Who,
  WRITES,
  type Write,
  wasAccepted,
  wasRefused,
} from "@plumbline/conformance";
import { type RouteVersion, versionLabel, type WriteId } from "@plumbline/schemas";
import { addressIn } from "../asking/address-in.ts";
import { refusedBodyOf } from "./refused-body.ts";
import type { Drawn, WalkBodies } from "./walk-bodies.ts";
import { WalkMismatch } from "./walk-mismatch.ts";
import type { WalkStep } from "./walk-step.ts";
import type { WalkedKind } from "./walked-kind.ts";

/** The parts that a walk needs. */
export interface WalkParts {
  readonly campaign: Pick<Campaign, "contract" | "world" | "said" | "pass" | "whyLost">;
  readonly ask: Ask;
  readonly kind: WalkedKind;
  readonly versions: readonly RouteVersion[];
  readonly bodies: WalkBodies;
}

/** A record of a walk: its path and its name. */
interface Walked {
  readonly path: Readonly<Record<string, string>>;
  readonly name: string;
}

/** Thrown when the result of a step is unknown: the walk ends without a verdict. */
export class UnknownOutcome extends Error {
  override readonly name = "UnknownOutcome";
}

/**
 * Milliseconds between reads while they may lag behind a write: a little more than three seconds in total, as in
 * checks.
 */
const PAUSES = [50, 100, 200, 400, 800, 1_600] as const;

/**
 * Plays the steps of one walk on its own records. The verdict is what the model of the service says about the answers.
 */
export class Walker {
  readonly #parts: WalkParts;
  readonly #records: Walked[] = [];
  readonly #evidence: string[] = [];
  /** Names of deleted records. */
  readonly #freed: string[] = [];
  /** The last accepted write to each record. */
  readonly #last = new Map<Walked, Sent>();
  readonly #roles: readonly Who[];
  /** The exchanges that created records; the caller deletes them. */
  readonly made: Exchange[] = [];
  readonly played: string[] = [];
  /** The number of accepted writes. */
  accepted = 0;

  constructor(parts: WalkParts) {
    this.#parts = parts;
    this.#roles = parts.campaign.world.callers.filter((who) => typeof who === "object" && "role" in who);
    // A kind with exactly one record has it already.
    if (parts.kind.creates.length === 0) this.#records.push({ path: {}, name: "" });
  }

  async play(step: WalkStep): Promise<void> {
    const { creates, updates, removes } = this.#parts.kind;
    const record = this.#recordOf(step.of);
    // Records that cannot be changed are created and deleted instead.
    const others = this.#records.length > 1 ? removes : creates;
    switch (step.do) {
      case "create":
        return this.#writes(step, creates, undefined);
      case "update":
        return this.#writes(step, updates.length > 0 ? updates : others, record);
      case "remove":
        return this.#writes(step, removes, record);
      case "refused":
        return this.#writes(step, updates.length > 0 ? updates : creates, updates.length > 0 ? record : undefined);
      case "read":
        return this.#looks(step.look, record);
      default:
        return step.do satisfies never;
    }
  }

  /** Reads every record by every view. */
  async end(): Promise<void> {
    const seen = new Set<string>();
    for (const [index, record] of this.#records.entries())
      for (const [number, view] of this.#viewsOf(record).entries()) {
        const key = JSON.stringify(view);
        if (seen.has(key)) continue;
        seen.add(key);
        const last = this.#last.get(record);
        if (last === undefined || view.form === "list") await this.#reads(view, index + number);
        else await this.#holds(last, view, undefined);
      }
    await this.#judge();
  }

  #recordOf(of: number): Walked | undefined {
    return this.#records.at(-1 - (of % Math.max(1, this.#records.length)));
  }

  async #writes(step: WalkStep, writes: readonly WriteId[], record: Walked | undefined): Promise<void> {
    const chosen = this.#chosen(writes, step.by);
    const isMade = chosen !== undefined && this.#effectOf(chosen.operation).kind === "makes";
    if (chosen === undefined || (record === undefined && !isMade)) return;
    try {
      await this.#write(step, chosen, isMade ? undefined : record);
    } catch (error) {
      // A forbidden request proves nothing; it may be forbidden because of earlier steps.
      if (!(error instanceof HandsOffError)) throw error;
      await this.#judge();
    }
  }

  async #write(step: WalkStep, { operation, version }: Served, record: Walked | undefined): Promise<void> {
    const isNeeded = isPartialWrite(operation) || this.#parts.kind.creates.length === 0;
    const before = record === undefined || !isNeeded ? undefined : await this.#before(record, step.look);
    const name = record?.name ?? this.#freed.pop() ?? freshName();
    const drawn = this.#parts.bodies.of({
      operation,
      version,
      name,
      value: step.value,
      before: fieldsOf(before && jsonOf(before.exchange)),
    });
    const at = { operation, version, path: record?.path ?? {} } as const;
    if (step.do === "refused") return this.#refused(step, at, drawn, record);
    let sent: Sent | undefined;
    for (const one of drawn) {
      const call = { ...at, ...(one.text !== undefined && { rawBody: one.text }), send: "again" } as const;
      const exchange = await this.#sends(step, call);
      this.#parts.bodies.came(one, wasAccepted(exchange));
      if (!wasAccepted(exchange)) continue;
      this.accepted += 1;
      sent = { call, exchange, names: one.names };
      break;
    }
    if (sent === undefined) return this.#looks(step.look, record);
    await this.#after(step, sent, record, name, before);
  }

  /** Notes an accepted write, and reads its result. */
  async #after(
    step: WalkStep,
    sent: Sent,
    record: Walked | undefined,
    name: string,
    before: Shown | undefined,
  ): Promise<void> {
    const { operation } = sent.call;
    const effect = this.#effectOf(operation);
    const made = effect.kind === "makes" ? this.#madeBy(sent, name) : undefined;
    if (made !== undefined) this.#records.push(made);
    if (effect.kind === "owned" && effect.removes && record !== undefined) this.#removed(record);
    await this.#judge();
    const own = made ?? record;
    const isGone = effect.kind === "owned" && effect.removes === true;
    const view = own === undefined || isGone ? undefined : this.#getOf(own, step.look);
    if (own !== undefined) this.#last.set(own, sent);
    if (view !== undefined) await this.#holds(sent, view, before);
    await this.#looks(step.look, own, isGone ? undefined : "list");
  }

  #removed(record: Walked): void {
    this.#records.splice(this.#records.indexOf(record), 1);
    const effects = this.#parts.kind.creates.map((id) => this.#effectOf(id));
    // The next record with this name must have nothing of the first. Names are not reused where deletions take time,
    // because the name stays taken.
    if (effects.every((effect) => effect.kind === "makes" && effect.fading === undefined))
      this.#freed.push(record.name);
  }

  async #refused(step: WalkStep, at: Served & Pick<Call, "path">, drawn: readonly Drawn[], record?: Walked) {
    const text = drawn[0]?.text;
    const { contract } = this.#parts.campaign;
    const rawBody =
      text === undefined ? undefined : refusedBodyOf(contract.operation(at.operation, at.version), text, step.value);
    if (rawBody === undefined) return;
    const exchange = await this.#sends(step, { ...at, rawBody, due: "refusal", send: "again" });
    // Other rules judge the acceptance; the state of the record is now unknown.
    if (record !== undefined && wasAccepted(exchange)) this.#last.delete(record);
    await this.#looks(step.look, record);
  }

  async #sends(step: WalkStep, call: Call): Promise<Exchange> {
    const exchange = await this.#parts.ask(call);
    this.#evidence.push(exchange.id);
    this.played.push(`${step.do}: ${call.operation} in ${versionLabel(call.version)}`);
    if (WRITES[call.operation as WriteId].effect.kind === "makes" && wasAccepted(exchange)) this.made.push(exchange);
    if (!answered(exchange) || !(wasAccepted(exchange) || wasRefused(exchange)))
      throw new UnknownOutcome(`nobody knows what became of ${call.operation}`);
    return exchange;
  }

  /** The path of the record that the answer to a create contains. */
  #madeBy({ call, exchange }: Sent, name: string): Walked | undefined {
    const path = addressIn(call, exchange, this.#parts.campaign.contract);
    return path === undefined ? undefined : { path, name };
  }

  /** Reads the record and another one, to reveal side effects of the write. */
  async #looks(look: number, record: Walked | undefined, form?: RecordView["form"]): Promise<void> {
    const other = this.#records.find((one) => one !== record);
    for (const one of [record, other]) {
      const views = one === undefined ? [] : this.#viewsOf(one);
      const some = views.filter((view) => one === other || form === undefined || view.form === form);
      const view = some[look % Math.max(1, some.length)];
      if (view !== undefined) await this.#reads(view, look);
    }
    await this.#judge();
  }

  /** Reads by a view. Every third read uses a key with a single sufficient role, if there is one. */
  async #reads(view: RecordView, turn: number): Promise<Exchange> {
    const { form: _form, ...call } = view;
    const { roles } = this.#parts.campaign.contract.operation(view.operation);
    const lent = this.#roles.filter(
      (who) => typeof who === "object" && "role" in who && typeof roles !== "string" && roles.includes(who.role),
    );
    const who = turn % 3 === 2 ? lent[turn % Math.max(1, lent.length)] : undefined;
    const exchange = await this.#parts.ask({ ...call, send: "again", ...(who !== undefined && { who }) });
    this.#evidence.push(exchange.id);
    return exchange;
  }

  #viewsOf({ path }: Walked): readonly RecordView[] {
    const { campaign, kind, versions } = this.#parts;
    return viewsOf(kind.name, path, { contract: campaign.contract, world: campaign.world, versions });
  }

  /** One of the get operations of a record. */
  #getOf(record: Walked, look: number): RecordView | undefined {
    const views = this.#viewsOf(record).filter(({ form }) => form === "get");
    return views[look % Math.max(1, views.length)];
  }

  /** The record as a get shows it before a write. */
  async #before(record: Walked, look: number): Promise<Shown | undefined> {
    const view = this.#getOf(record, look);
    if (view === undefined) return undefined;
    const exchange = await this.#reads(view, 0);
    return wasAccepted(exchange) ? { exchange, call: view } : undefined;
  }

  /** Whether a get shows the values of a write, and whether a partial write left the other members unchanged. */
  async #holds({ call, exchange, names }: Sent, view: RecordView, before: Shown | undefined): Promise<void> {
    const { contract } = this.#parts.campaign;
    const judged = (read: Exchange): Judgement | undefined => {
      const shown = { exchange: read, call: view };
      const said = readBackIn({ exchange, call }, shown, contract);
      return said?.kind === "broken" || before === undefined ? said : restIn(call, names, before, shown, contract);
    };
    let said = judged(await this.#reads(view, 0));
    for (const pause of PAUSES) {
      if (said?.kind !== "broken") return;
      await this.#parts.campaign.pass(pause);
      said = judged(await this.#reads(view, 0));
    }
    if (said?.kind === "broken")
      throw new WalkMismatch({ expected: said.expected, received: said.received, evidence: [...this.#evidence] });
  }

  async #judge(): Promise<void> {
    const { campaign, kind } = this.#parts;
    const said = (await campaign.said()).find(({ operation }) => this.#isOfKind(operation));
    if (said === undefined) {
      for (const { path } of this.#records)
        for (const id of Object.values(path)) {
          const why = campaign.whyLost(id);
          const expected = `the ${kind.name} ${id} as it is, which nothing addressed`;
          if (why !== undefined) throw new WalkMismatch({ expected, received: why, evidence: [...this.#evidence] });
        }
      return;
    }
    const { rule, expected, received, evidence } = said;
    throw new WalkMismatch({ rule, expected, received, evidence: [...this.#evidence, evidence] });
  }

  /** Judgements on other kinds belong to requests of others. */
  #isOfKind(operation: string): boolean {
    const { creates, name, removes, updates } = this.#parts.kind;
    const writes: readonly string[] = [...creates, ...removes, ...updates];
    return writes.includes(operation) || isShownBy(name, operation);
  }

  /** An operation and a version that serves it, selected by a number. */
  #chosen(writes: readonly WriteId[], by: number): Served | undefined {
    const { campaign, versions } = this.#parts;
    const served = writes.flatMap((operation) => {
      const own = campaign.contract
        .operation(operation)
        .routes.map(({ version }) => version)
        .filter((version) => versions.includes(version) && !campaign.world.unbound.has(`${operation}/${version}`));
      return own.length === 0 ? [] : [{ operation, versions: own }];
    });
    const one = served[by % Math.max(1, served.length)];
    const version = one?.versions[Math.floor(by / served.length) % one.versions.length];
    return one === undefined || version === undefined ? undefined : { operation: one.operation, version };
  }

  #effectOf(operation: WriteId): Write["effect"] {
    return WRITES[operation].effect;
  }
}

interface Served {
  readonly operation: WriteId;
  readonly version: RouteVersion;
}

/** An accepted write, and the members of its body. */
interface Sent {
  readonly call: Call & Served;
  readonly exchange: Exchange;
  readonly names: readonly string[];
}
