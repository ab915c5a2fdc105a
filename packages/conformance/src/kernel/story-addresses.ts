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

/** Who answers for what a lane keeps from one story to the next. */
export const lifeOf = (lane: string): string => `the lives of ${lane}`;

/** Records that stay serve every story, so the run answers for them, and equal creates are sent once. */
const SHARED = { keptFor: "what stays", send: "once" } as const;

/** Whether a step is a create that should be carried out, and whose record nothing removes. */
export const leavesRecord = (operation: OperationId, { due, who = "main" }: Step): boolean =>
  staysBehind(operation) && due === undefined && (who === "main" || (typeof who === "object" && "role" in who));

/** What a story is about, and where. */
export interface StoryPlace {
  readonly subject: Subject;
  readonly world: World;
  readonly contract: Contract;
}

/** Where and in which version a story sends its steps. */
export class StoryAddresses {
  readonly #subject: Subject;
  readonly #world: World;
  readonly #contract: Contract;
  readonly #versions: readonly RouteVersion[];

  /** @param versions those that the target is judged in */
  constructor({ subject, world, contract }: StoryPlace, versions: readonly RouteVersion[]) {
    this.#subject = subject;
    this.#world = world;
    this.#contract = contract;
    this.#versions = versions;
  }

  /** A step as it is sent: stories never share exchanges, but for creates whose records stay. */
  callOf(operation: OperationId, step: Step): Call {
    const version = operations[operation].standalone ? "standalone" : this.#subject.version;
    const sending = leavesRecord(operation, step) ? SHARED : { ...this.ownerOf(operation), send: "again" as const };
    return { version, ...sending, ...step, operation };
  }

  /** The version in which a step of an operation is sent that states none. */
  versionOf(operation: OperationId): RouteVersion {
    return this.callOf(operation, {}).version;
  }

  /** What is slow to start and to end is kept for the stories that follow in its lane. */
  ownerOf(operation: OperationId): Pick<Call, "keptFor"> {
    const write: Write | undefined = isWriteId(operation) ? WRITES[operation] : undefined;
    const isLife = write?.slow === true && (write.effect.kind === "starts" || write.effect.kind === "ends");
    return isLife && write.lane !== undefined ? { keptFor: lifeOf(write.lane) } : {};
  }

  /** A path parameter of which nothing is known: a path with a gap in it addresses nothing, so it is never sent. */
  gapOf(operation: OperationId, step: Step): string | undefined {
    if (step.elsewhere !== undefined) return undefined;
    const given = { ...fixturesFor(this.#world, operation), ...step.path, ...step.rawPath };
    return this.#parametersOf(operation).find((name) => !Object.hasOwn(given, name));
  }

  /** The path parameters in which the place of an operation is another than that of most: a cluster of its own kind. */
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

  /** The version of the story where it has the operation, the current one otherwise. */
  servedAs(operation: OperationId): Pick<Step, "version"> {
    return this.#contract.route(operation, this.#subject.version) ? {} : { version: "2" };
  }

  /** Every version in which the operation can be asked for, that of the story first. */
  servedIn(operation: OperationId): readonly RouteVersion[] {
    const own = this.servedAs(operation).version ?? this.#subject.version;
    return this.#contract
      .operation(operation)
      .routes.map(({ version }) => version)
      .filter((version) => this.#versions.includes(version) && !this.#world.unbound.has(`${operation}/${version}`))
      .toSorted((one, other) => Number(other === own) - Number(one === own));
  }

  /** What the body of a write is made from. */
  parts(operation: WriteId, name: string): BodyParts {
    return { contract: this.#contract, world: this.#world, operation, version: this.versionOf(operation), name };
  }

  /** The record in an answer to a create, whether or not an envelope is around it. */
  recordIn(create: WriteId, json: unknown): unknown {
    const { effect } = WRITES[create];
    return effect.kind === "makes" ? recordOf(json, this.#contract.field(effect.id)) : json;
  }

  #parametersOf(operation: OperationId): readonly string[] {
    return this.#contract.operation(operation).pathParameters.map(({ name }) => name);
  }
}
