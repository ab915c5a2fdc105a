import type { Exchange } from "@plumbline/client";
import { type Contract, isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { recordOf } from "../custody/bears.ts";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import type { Fixtures } from "../target/fixtures.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { Sent } from "../target/memory.ts";
import { WRITES } from "../writes/table.ts";
import type { Write } from "../writes/write.ts";
import type { Step } from "./step.ts";
import { leavesRecord, type StoryAddresses, type StoryPlace } from "./story-addresses.ts";
import type { StoryRecords } from "./story-records.ts";

/** Members that make a step differ from the plain call of its operation. */
const NOT_PLAIN = ["who", "query", "rawQuery", "rawBody", "rawPath", "due", "method", "elsewhere"] as const;

/** Parameters of the places that a run works in; what one place accepts, another may refuse. */
const PLACES = ["orgId", "groupId", "clusterName"] as const;

const isPlain = (step: Step, fixtures: Fixtures): boolean =>
  NOT_PLAIN.every((name) => step[name] === undefined) &&
  PLACES.every((name) => step.path?.[name] === undefined || step.path[name] === fixtures[name]);

/** The path parameters that address the record of a create for the operations that work on it. */
function addressOf(create: OperationId, exchange: Exchange, sent: unknown, contract: Contract): Path | undefined {
  const { on } = Object.values<Write>(WRITES).find((one) => one.on?.create === create) ?? {};
  const effect = on && WRITES[on.create].effect;
  if (effect?.kind !== "makes") return undefined;
  return on?.address(recordOf(jsonOf(exchange), contract.field(effect.id)), sent, contract);
}

/** Passes answers and records from earlier stories to later ones. */
export class StoryMemory {
  readonly #place: StoryPlace;
  readonly #addresses: StoryAddresses;
  readonly #records: Pick<StoryRecords, "isRunning">;
  readonly #takenOver: (exchange: Exchange) => void;

  /** @param takenOver gets each exchange of another story that this one relies on */
  constructor(
    place: StoryPlace,
    addresses: StoryAddresses,
    records: Pick<StoryRecords, "isRunning">,
    takenOver: (exchange: Exchange) => void,
  ) {
    this.#place = place;
    this.#addresses = addresses;
    this.#records = records;
    this.#takenOver = takenOver;
  }

  /** Remembers an accepted write for later stories; they also share a slow start that now stands. */
  notes(operation: OperationId, step: Step, exchange: Exchange): void {
    const write: Write | undefined = isWriteId(operation) ? WRITES[operation] : undefined;
    if (write === undefined || !wasAccepted(exchange)) return;
    const { contract, world } = this.#place;
    const { memory } = world;
    const { version } = this.#addresses.callOf(operation, step);
    if (isPlain(step, fixturesFor(world, operation))) memory.accept(operation, version, exchange);
    this.usesUp(operation, step);
    if (leavesRecord(operation, step))
      memory.leaves(operation, version, addressOf(operation, exchange, step.body, contract));
    if (write.slow !== true) return;
    memory.rested.delete(operation);
    if (write.effect.kind === "starts") memory.stand(operation, version, exchange);
  }

  /**
   * Marks the record that a write works on as used up for other stories, if the write was or may have been carried out.
   */
  usesUp(operation: OperationId, step: Step): void {
    const effect = isWriteId(operation) ? WRITES[operation].effect : undefined;
    if (effect?.kind === "owned") this.#memory.usesUp(this.#addresses.callOf(operation, step).path?.[effect.parameter]);
  }

  /** The answer to an earlier accepted write in the story's version; it becomes evidence of this story too. */
  recalls(operation: OperationId, what?: string): Exchange | undefined {
    return this.#takesOver(this.#memory.accepted(operation, this.#addresses.versionOf(operation), what));
  }

  /** Remembers the accepted answer to a write, for stories that need the same one. */
  keeps(operation: WriteId, what: string, exchange: Exchange): void {
    this.#memory.accept(operation, this.#addresses.versionOf(operation), exchange, what);
  }

  /** The answer to a start in the story's version that still stands in this lane. */
  standing(operation: WriteId): Exchange | undefined {
    if (!this.#records.isRunning(operation)) return undefined;
    return this.#takesOver(this.#memory.standing(operation, this.#addresses.versionOf(operation)));
  }

  /**
   * Sends bodies that several rules share, because each creates a record that stays; if an earlier story sent them,
   * returns those.
   */
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

  /** Another story may have written this a moment ago, so it counts like this story's own write. */
  #takesOver(known: Exchange | undefined): Exchange | undefined {
    if (known !== undefined) this.#takenOver(known);
    return known;
  }
}
