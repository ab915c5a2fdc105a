import type { Exchange } from "@plumbline/client";
import { type Contract, isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../custody/bears.ts";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import type { Sent } from "../target/memory.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";
import type { Step } from "./step.ts";
import { leavesRecord, type StoryAddresses, type StoryPlace } from "./story-addresses.ts";
import type { StoryRecords } from "./story-records.ts";

/** What makes a step another than the plain call of its operation. */
const NOT_PLAIN = ["who", "query", "rawQuery", "rawBody", "rawPath", "due", "method", "elsewhere"] as const;

/** How what works on the record of a create addresses it. */
function addressOf(create: OperationId, exchange: Exchange, sent: unknown, contract: Contract): Path | undefined {
  const { on } = Object.values<Write>(WRITES).find((one) => one.on?.create === create) ?? {};
  const effect = on && WRITES[on.create].effect;
  if (effect?.kind !== "makes") return undefined;
  return on?.address(recordOf(jsonOf(exchange), contract.field(effect.id)), sent, contract);
}

/** What a story takes over from those before it, and leaves to those that follow. */
export class StoryMemory {
  readonly #place: StoryPlace;
  readonly #addresses: StoryAddresses;
  readonly #records: Pick<StoryRecords, "stands">;
  readonly #takenOver: (exchange: Exchange) => void;

  /** @param takenOver hears of an exchange of another story that this one relies on */
  constructor(
    place: StoryPlace,
    addresses: StoryAddresses,
    records: Pick<StoryRecords, "stands">,
    takenOver: (exchange: Exchange) => void,
  ) {
    this.#place = place;
    this.#addresses = addresses;
    this.#records = records;
    this.#takenOver = takenOver;
  }

  /** What was accepted serves the stories that follow; slow lives are shared, so what stands since then does as well. */
  notes(operation: OperationId, step: Step, exchange: Exchange): void {
    const write: Write | undefined = isWriteId(operation) ? WRITES[operation] : undefined;
    if (write === undefined || !wasAccepted(exchange)) return;
    const { contract, world } = this.#place;
    const { memory } = world;
    const { version } = this.#addresses.callOf(operation, step);
    if (NOT_PLAIN.every((name) => step[name] === undefined)) memory.accept(operation, version, exchange);
    this.usesUp(operation, step);
    if (leavesRecord(operation, step))
      memory.leaves(operation, version, addressOf(operation, exchange, step.body, contract));
    if (write.slow !== true) return;
    memory.rested.delete(operation);
    if (write.effect.kind === "starts") memory.stand(operation, version, exchange);
  }

  /** A write that was carried out, or may have been: what it works on once is of no use to others any more. */
  usesUp(operation: OperationId, step: Step): void {
    const effect = isWriteId(operation) ? WRITES[operation].effect : undefined;
    if (effect?.kind === "owned") this.#memory.usesUp(this.#addresses.callOf(operation, step).path?.[effect.parameter]);
  }

  /** The answer to a write of the story's version that was accepted before; it is evidence of this story too. */
  recalls(operation: OperationId, what?: string): Exchange | undefined {
    return this.#takesOver(this.#memory.accepted(operation, this.#addresses.versionOf(operation), what));
  }

  /** Remembers the answer to a write that was accepted, for stories that ask for the same. */
  keeps(operation: WriteId, what: string, exchange: Exchange): void {
    this.#memory.accept(operation, this.#addresses.versionOf(operation), exchange, what);
  }

  /** The answer to the start of what stands, where a story of this lane has started it in the story's version. */
  standing(operation: WriteId): Exchange | undefined {
    if (!this.#records.stands(operation)) return undefined;
    return this.#takesOver(this.#memory.standing(operation, this.#addresses.versionOf(operation)));
  }

  /** Bodies that rules share because each makes a record that stays: sent now, unless a story before has. */
  async sendsOnce(name: string, send: () => AsyncIterable<Sent>): Promise<readonly Sent[]> {
    const { version } = this.#place.subject;
    const known = this.#memory.sent(name, version);
    if (known !== undefined) {
      for (const { exchange } of known) this.#takesOver(exchange);
      return known;
    }
    const all: Sent[] = [];
    for await (const one of send()) all.push(one);
    this.#memory.keepSent(name, version, all);
    return all;
  }

  get #memory() {
    return this.#place.world.memory;
  }

  /** What a story before has written may have been written a moment ago, as if it were this story's own. */
  #takesOver(known: Exchange | undefined): Exchange | undefined {
    if (known !== undefined) this.#takenOver(known);
    return known;
  }
}
