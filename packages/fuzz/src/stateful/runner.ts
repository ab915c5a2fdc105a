import type { Exchange } from "@plumbline/client";
import { answered, steadyNow } from "@plumbline/client";
import { type Ask, jsonOf, member, received, wasAccepted, wasRefused } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import type { Kind } from "./kinds.ts";
import { explanations } from "./linear.ts";
import { EMPTY, type Model, next, recordOf } from "./model.ts";
import { type Answer, differs, type Step, sameAnswer } from "./step.ts";

/** Thrown when a target differs from the model; the message describes how. */
export class StateMismatch extends Error {
  override readonly name = "StateMismatch";
  readonly expected: string;
  readonly received: string;
  readonly evidence: readonly string[];
  constructor(expected: string, got: string, evidence: readonly string[]) {
    super(`expected ${expected}, received ${got}`);
    this.expected = expected;
    this.received = got;
    this.evidence = evidence;
  }
}

/** Thrown for a step without an answer: the network may have lost it, so its result is unknown. */
export class UnansweredStep extends StateMismatch {}

/** Whether a target shows writes immediately. Runners on the same target share this. */
export interface Lag {
  none: boolean;
}

/**
 * Milliseconds that a read may take to show a write, the same as in other checks, and the first pause between two
 * attempts.
 */
const PATIENCE = 15_000;
const PAUSE = 50;

/** Plays the steps of one scenario on its own records, and on the model. */
export class Runner {
  readonly #ask: Ask;
  readonly #made: Exchange[] = [];
  readonly #kind: Kind;
  readonly #version: RouteVersion;
  readonly #lag: Lag;
  readonly #ids: string[] = [];
  readonly #evidence: string[] = [];
  /** The steps that were sent, which describe a failure. */
  readonly played: (Step | readonly Step[])[] = [];
  #model: Model = EMPTY;

  constructor(parts: { ask: Ask; kind: Kind; version: RouteVersion; lag?: Lag }) {
    this.#lag = parts.lag ?? { none: false };
    this.#ask = parts.ask;
    this.#kind = parts.kind;
    this.#version = parts.version;
  }

  /** The exchanges that created records; the caller deletes them. */
  get made(): readonly Exchange[] {
    return this.#made;
  }

  async play(step: Step): Promise<void> {
    this.played.push(step);
    const answer = await this.#send(step);
    const expected = next(this.#model, step, this.#kind);
    this.#compare(step.do, expected.answer, answer);
    this.#model = expected.model;
    // Reads the record back, because its state may contradict the answer, especially after a refusal.
    if (step.do !== "read" && step.do !== "create") await this.#readBack(step.of, `after ${step.do}`);
  }

  /** Sends steps concurrently. Some order of them must explain every answer and the later reads. */
  async race(steps: readonly Step[]): Promise<void> {
    this.played.push(steps);
    const answers = await Promise.all(steps.map((step) => this.#send(step)));
    const released = steps.map((step, index) => ({ step, answer: answers[index] ?? { taken: false } }));
    const models = explanations(this.#model, released, this.#kind);
    const told = released.map(({ step, answer }) => `${step.do}: ${inWords(answer)}`).join(", ");
    if (models.length === 0)
      throw new StateMismatch("answers that some order of the requests explains", told, [...this.#evidence]);
    const of = steps.find((step) => step.do !== "create");
    const index = of === undefined ? undefined : recordOf(this.#model, of.of);
    if (index === undefined) {
      this.#model = models[0] ?? this.#model;
      return;
    }
    const fits = (shown: Answer): boolean => models.some((model) => isHeld(model.records[index], shown));
    const held = await this.#settled({ do: "read", of: of?.of ?? 0 }, fits);
    const fitting = models.find((model) => isHeld(model.records[index], held));
    if (fitting === undefined)
      throw new StateMismatch(`a record that the order of the answers (${told}) leaves behind`, inWords(held), [
        ...this.#evidence,
      ]);
    this.#model = fitting;
  }

  async #readBack(of: number, when: string): Promise<void> {
    const { answer } = next(this.#model, { do: "read", of }, this.#kind);
    const held = await this.#settled({ do: "read", of }, (shown) => sameAnswer(answer, shown));
    this.#compare(`reading ${when}`, answer, held);
  }

  /**
   * Repeats a read until it is right, because some servers show a write with a delay. A read that is still wrong after
   * the whole time is not a delay, and later reads do not wait.
   */
  async #settled(step: Step, isRight: (held: Answer) => boolean): Promise<Answer> {
    const until = steadyNow() + PATIENCE;
    let held = await this.#send(step);
    for (let pause = PAUSE; !isRight(held) && !this.#lag.none && steadyNow() < until; pause *= 1.5) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      held = await this.#send(step);
    }
    if (!isRight(held)) this.#lag.none = true;
    return held;
  }

  #compare(what: string, expected: Answer, given: Answer): void {
    const evidence = [...this.#evidence];
    if (expected.taken !== given.taken)
      throw new StateMismatch(`${what} to be ${inWords(expected)}`, inWords(given), evidence);
    if (!expected.taken || !given.taken) return;
    const field = differs(expected.fields, given.fields);
    if (field === undefined) return;
    const [wanted, got] = [expected.fields?.[field], given.fields?.[field]];
    throw new StateMismatch(
      `${what}: ${field} to be ${JSON.stringify(wanted)}`,
      JSON.stringify(got) ?? "nothing",
      evidence,
    );
  }

  async #send(step: Step): Promise<Answer> {
    const { operations, body, toggle, wrong, at } = this.#kind;
    const version = this.#version;
    if (step.do === "create") {
      const exchange = await this.#ask({
        operation: operations.create,
        version,
        rawBody: JSON.stringify(body(step.variant)),
        send: "again",
      });
      return this.#taken(step, exchange);
    }
    const index = recordOf({ records: this.#ids.map(() => undefined) }, step.of) ?? 0;
    const path = at(this.#ids[index] ?? "");
    const call = { version, path, send: "again" } as const;
    switch (step.do) {
      case "read":
        return this.#taken(step, await this.#ask({ ...call, operation: operations.read }));
      case "update":
        return this.#taken(
          step,
          await this.#ask({ ...call, operation: operations.update, rawBody: JSON.stringify(body(step.variant)) }),
        );
      case "refused":
        return this.#taken(
          step,
          await this.#ask({ ...call, operation: operations.update, rawBody: JSON.stringify(wrong), due: "refusal" }),
        );
      case "toggle":
        return this.#taken(
          step,
          await this.#ask({ ...call, operation: operations.toggle, rawBody: JSON.stringify(toggle(step.on)) }),
        );
      case "remove":
        return this.#taken(step, await this.#ask({ ...call, operation: operations.remove }));
      default:
        return step satisfies never;
    }
  }

  #taken(step: Step, exchange: Exchange): Answer {
    this.#evidence.push(exchange.id);
    if (!answered(exchange))
      throw new UnansweredStep(`${step.do} to be answered`, received(exchange), [...this.#evidence]);
    if (!(wasAccepted(exchange) || wasRefused(exchange)))
      throw new StateMismatch(`${step.do} to be taken or refused`, received(exchange), [...this.#evidence]);
    if (!wasAccepted(exchange)) return { taken: false };
    const json = jsonOf(exchange);
    const record = member(json, "content") ?? json;
    if (step.do === "create") {
      const id = this.#kind.idOf(record);
      if (id === undefined)
        throw new StateMismatch("a created record to have an id", received(exchange), [...this.#evidence]);
      this.#ids.push(id);
      this.#made.push(exchange);
    }
    return step.do === "remove" ? { taken: true } : { taken: true, fields: this.#kind.shown(record) };
  }
}

const isHeld = (fields: Model["records"][number], held: Answer): boolean =>
  fields === undefined ? !held.taken : held.taken && differs(fields, held.fields) === undefined;

function inWords(answer: Answer): string {
  if (!answer.taken) return "refused";
  return answer.fields === undefined ? "taken" : `taken with ${JSON.stringify(answer.fields)}`;
}
