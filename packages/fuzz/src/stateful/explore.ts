import type { Campaign } from "@plumbline/conformance";
import type { RouteVersion } from "@plumbline/schemas";
import fc from "fast-check";
import type { Kind } from "./kinds.ts";
import { Runner, StateMismatch, UnansweredStep } from "./runner.ts";
import { FARTHEST, LAST_VARIANT, type Step } from "./step.ts";

/** A shortest scenario in which a target and the model differ. */
export interface StateFailure {
  readonly steps: readonly (Step | readonly Step[])[];
  readonly mismatch: StateMismatch;
}

/** What to play, how often, and until when. */
export interface Exploration {
  readonly campaign: Pick<Campaign, "ask" | "giveBack">;
  readonly kind: Kind;
  readonly version: RouteVersion;
  readonly seed: number;
  /** The number of scenarios. */
  readonly scenarios: number;
  readonly longest?: number;
  /** How often each race is played. Default 5. */
  readonly races?: number;
  readonly isOver: () => boolean;
}

const OF = fc.nat({ max: FARTHEST });
const VARIANT = fc.nat({ max: LAST_VARIANT });
/** Every write is read back anyway, so there is no separate read step. */
const STEPS: readonly fc.Arbitrary<Step>[] = [
  fc.record({ do: fc.constant("create" as const), variant: VARIANT }),
  fc.record({ do: fc.constant("update" as const), of: OF, variant: VARIANT }),
  fc.record({ do: fc.constant("toggle" as const), of: OF, on: fc.boolean() }),
  fc.record({ do: fc.constant("update" as const), of: OF, variant: VARIANT }),
  fc.record({ do: fc.constant("refused" as const), of: OF }),
  fc.record({ do: fc.constant("toggle" as const), of: OF, on: fc.boolean() }),
  fc.record({ do: fc.constant("remove" as const), of: OF }),
];

/**
 * Steps that are sent concurrently after one record was created. They contain no reads, which may legitimately lag
 * behind a write.
 */
const RACES: readonly (readonly Step[])[] = [
  [
    { do: "toggle", of: 0, on: true },
    { do: "toggle", of: 0, on: false },
  ],
  [
    { do: "update", of: 0, variant: 2 },
    { do: "toggle", of: 0, on: true },
  ],
  [
    { do: "remove", of: 0 },
    { do: "toggle", of: 0, on: false },
    { do: "toggle", of: 0, on: true },
  ],
  [
    { do: "remove", of: 0 },
    { do: "remove", of: 0 },
  ],
];

/**
 * How often a scenario with an unanswered step is played before the missing answer counts as the target's behaviour.
 */
const TRIES = 3;

class Command implements fc.AsyncCommand<Record<string, never>, Runner> {
  readonly #step: Step;
  constructor(step: Step) {
    this.#step = step;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Record<string, never>, runner: Runner): Promise<void> {
    await runner.play(this.#step);
  }
  toString(): string {
    return JSON.stringify(this.#step);
  }
}

/** Plays random scenarios and the races until one differs from the model, and shrinks that one on its own records. */
export async function explore(exploration: Exploration): Promise<StateFailure | undefined> {
  const { seed, scenarios, longest = 12, races = 5, campaign, isOver } = exploration;
  const lag = { none: false };
  let failure: StateFailure | undefined;
  const played = async (play: (runner: Runner) => Promise<void>, tries = TRIES): Promise<void> => {
    if (isOver()) return;
    const runner = new Runner({ ...exploration, ask: campaign.ask, lag });
    try {
      // Every step needs a record, so each scenario begins by creating one.
      await runner.play({ do: "create", variant: 0 });
      await play(runner);
    } catch (error) {
      if (error instanceof UnansweredStep && tries > 1) return await played(play, tries - 1);
      if (error instanceof StateMismatch) failure = { steps: runner.played, mismatch: error };
      throw error;
    } finally {
      for (const exchange of runner.made) await campaign.giveBack(exchange);
    }
  };
  const commands = fc.commands(
    STEPS.map((step) => step.map((one) => new Command(one))),
    { maxCommands: longest, size: "max" },
  );
  const outcome = await fc.check(
    // Without the bias to short scenarios, because a run of few scenarios would play no others.
    fc.asyncProperty(fc.noBias(commands), (drawn) =>
      played((runner) => fc.asyncModelRun(() => ({ model: {}, real: runner }), drawn)),
    ),
    { seed, numRuns: scenarios },
  );
  if (outcome.failed && failure === undefined) throw outcome.errorInstance;
  if (failure !== undefined || races === 0) return failure;
  return raced(exploration, played, () => failure);
}

async function raced(
  { races = 5 }: Exploration,
  played: (play: (runner: Runner) => Promise<void>) => Promise<void>,
  failure: () => StateFailure | undefined,
): Promise<StateFailure | undefined> {
  for (const race of RACES)
    for (let time = 0; time < races; time += 1) {
      try {
        await played((runner) => runner.race(race));
      } catch (error) {
        if (error instanceof StateMismatch) return failure();
        throw error;
      }
    }
  return undefined;
}
