import { type Judgement, type Requirement, shortJudgement, type WatchRequirement } from "@plumbline/conformance";
import { isBinding } from "./answer-rules.ts";

/** A rule about all answers that an answer has broken. */
export interface Heard {
  readonly rule: string;
  readonly broken: Extract<Judgement, { readonly kind: "broken" }>;
}

/** The campaign of which everything is heard: each of its answers is judged by the rule that it was stored for. */
export const REPLAY = "FUZZ-REPLAY";

/**
 * Answers of which something is remembered. Whoever sent a request asks as soon as it is answered, and sixteen are under
 * way; what was sent for another reason, such as reads that are compared, is asked for by nobody.
 */
const REMEMBERED = 256;

/**
 * Hears what the rules about all answers say to the answers that campaigns bring, so that a test case can be told which of them
 * its answer has broken.
 */
export class Ear {
  readonly #broken = new Map<string, Heard[]>();
  readonly #said = new Map<string, Map<string, Judgement | undefined>>();

  /** The same requirements, with an ear at those about all answers. */
  at<R extends Requirement>(requirements: readonly R[]): readonly R[] {
    return requirements.map((one) =>
      one.kind === "watch" && isBinding(one) ? { ...one, ...this.#hearing(one) } : one,
    );
  }

  /** What the answer of an exchange has broken; asked for once. */
  broken(exchange: string): readonly Heard[] {
    const heard = this.#broken.get(exchange);
    if (heard === undefined) return NOTHING;
    this.#broken.delete(exchange);
    return heard;
  }

  /** What a rule said to an answer that was replayed: `undefined` where it had nothing to say. */
  said(rule: string, exchange: string): Judgement | "unheard" | undefined {
    const said = this.#said.get(exchange);
    return said?.has(rule) === true ? said.get(rule) : "unheard";
  }

  #hearing({ id: rule, examine }: WatchRequirement): Pick<WatchRequirement, "examine"> {
    return {
      examine: (sight) => {
        const judgement = examine(sight);
        const { id, check } = sight.exchange;
        if (check === REPLAY) noted(this.#said, id, () => new Map()).set(rule, judgement && shortJudgement(judgement));
        else if (judgement?.kind === "broken" && check?.startsWith("FUZZ-") === true)
          noted(this.#broken, id, () => []).push({ rule, broken: shortJudgement(judgement) });
        return judgement;
      },
    };
  }
}

const NOTHING: readonly Heard[] = [];

/** What is noted of an exchange; the oldest is forgotten for it. */
function noted<T>(all: Map<string, T>, exchange: string, make: () => T): T {
  const known = all.get(exchange);
  if (known !== undefined) return known;
  const made = make();
  all.set(exchange, made);
  const [oldest] = all.size > REMEMBERED ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  return made;
}
