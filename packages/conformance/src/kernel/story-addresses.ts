import {
  type Contract,
  isWriteId,
  type OperationId,
  operations,
  type RouteVersion,
  type WriteId,
} from "@plumbline/schemas";
import { recordOf } from "../custody/bears.ts";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import type { Subject } from "../ground/subject.ts";
import { fixturesFor } from "../target/fixtures-for.ts";
import type { World } from "../target/world.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import { WRITES } from "../writes/table.ts";
import type { BodyParts, Write } from "../writes/write.ts";
import type { Step } from "./step.ts";

/** The owner of records and states that a lane keeps from one story to the next. */
export const lifeOf = (lane: string): string => `the lives of ${lane}`;

/** Records that stay serve every story: the run owns them, and sends equal creates once. */
const SHARED = { keptFor: "what stays", send: "once" } as const;

/** Whether a step is a valid create whose record no operation removes. */
export const leavesRecord = (operation: OperationId, { due, who = "main" }: Step): boolean =>
  staysBehind(operation) && due === undefined && (who === "main" || (typeof who === "object" && "role" in who));

/** The operation and version of a story, with the world and the contract. */
export interface StoryPlace {
  readonly subject: Subject;
  readonly world: World;
  readonly contract: Contract;
}

/** Chooses the addresses and versions of a story's steps. */
export class StoryAddresses {
  readonly #subject: Subject;
  readonly #world: World;
  readonly #contract: Contract;
  readonly #versions: readonly RouteVersion[];

  /** @param versions the versions in which the target is judged */
  constructor({ subject, world, contract }: StoryPlace, versions: readonly RouteVersion[]) {
    this.#subject = subject;
    this.#world = world;
    this.#contract = contract;
    this.#versions = versions;
  }

  /** The call of a step: stories never share exchanges, except for creates whose records stay. */
  callOf(operation: OperationId, step: Step): Call {
    const version = operations[operation].standalone ? "standalone" : this.#subject.version;
    const sending = leavesRecord(operation, step) ? SHARED : { ...this.ownerOf(operation), send: "again" as const };
    return { version, ...sending, ...step, operation };
  }

  /** The version of a step that states none. */
  versionOf(operation: OperationId): RouteVersion {
    return this.callOf(operation, {}).version;
  }

  /** The lane keeps anything that is slow to start and end for its later stories. */
  ownerOf(operation: OperationId): Pick<Call, "keptFor"> {
    const write: Write | undefined = isWriteId(operation) ? WRITES[operation] : undefined;
    const isLife = write?.slow === true && (write.effect.kind === "starts" || write.effect.kind === "ends");
    return isLife && write.lane !== undefined ? { keptFor: lifeOf(write.lane) } : {};
  }

  /** The first path parameter without a value: a path with a gap addresses nothing, so it is never sent. */
  gapOf(operation: OperationId, step: Step): string | undefined {
    if (step.elsewhere !== undefined) return undefined;
    const given = { ...fixturesFor(this.#world, operation), ...step.path, ...step.rawPath };
    return this.#parametersOf(operation).find((name) => !Object.hasOwn(given, name));
  }

  /**
   * The path parameters in which an operation works at another place than most, for example on a cluster of its own
   * kind.
   */
  placeOf(operation: OperationId): Path {
    const own: Readonly<Record<string, string | undefined>> = fixturesFor(this.#world, operation);
    const common: Readonly<Record<string, string | undefined>> = this.#world.fixtures;
    return Object.fromEntries(
      this.#parametersOf(operation).flatMap((name) => {
        const value = own[name];
        return name.endsWith("Id") || value === undefined || value === common[name] ? [] : [[name, value]];
      }),
    );
  }

  /** The version of the story if it has the operation, otherwise the current one. */
  servedAs(operation: OperationId): Pick<Step, "version"> {
    return this.#contract.route(operation, this.#subject.version) ? {} : { version: "2" };
  }

  /** Every version in which the operation can be called, that of the story first. */
  servedIn(operation: OperationId): readonly RouteVersion[] {
    const own = this.servedAs(operation).version ?? this.#subject.version;
    return this.#contract
      .operation(operation)
      .routes.map(({ version }) => version)
      .filter((version) => this.#versions.includes(version) && !this.#world.unbound.has(`${operation}/${version}`))
      .toSorted((one, other) => Number(other === own) - Number(one === own));
  }

  /** The parts from which the body of a write is made. */
  parts(operation: WriteId, name: string): BodyParts {
    return { contract: this.#contract, world: this.#world, operation, version: this.versionOf(operation), name };
  }

  /** The record in an answer to a create, with or without an envelope. */
  recordIn(create: WriteId, json: unknown): unknown {
    const { effect } = WRITES[create];
    return effect.kind === "makes" ? recordOf(json, this.#contract.field(effect.id)) : json;
  }

  #parametersOf(operation: OperationId): readonly string[] {
    return this.#contract.operation(operation).pathParameters.map(({ name }) => name);
  }
}
