import { type Judgement, type Requirement, shortJudgement, type WatchRequirement } from "@plumbline/conformance";
import { isBinding } from "./answer-rules.ts";

/** A rule about all answers that an answer broke. */
export interface Heard {
  readonly rule: string;
  readonly broken: Extract<Judgement, { readonly kind: "broken" }>;
}

/**
 * The campaign for which all judgements are kept, not only failures: each of its answers is judged by the rule of its
 * stored failure.
 */
export const REPLAY = "FUZZ-REPLAY";

/**
 * The number of answers whose judgements are kept. A campaign reads them as soon as its request is answered, with
 * sixteen requests in progress; those of requests for other purposes, such as compared reads, are never read.
 */
const REMEMBERED = 256;

/**
 * Records the judgements of the rules about all answers, so that a test case can learn which of them its answer broke.
 */
export class Ear {
  readonly #broken = new Map<string, Heard[]>();
  readonly #said = new Map<string, Map<string, Judgement | undefined>>();

  /** The same requirements, with a listener on the rules about all answers. */
  at<R extends Requirement>(requirements: readonly R[]): readonly R[] {
    return requirements.map((one) =>
      one.kind === "watch" && isBinding(one) ? { ...one, ...this.#hearing(one) } : one,
    );
  }

  /** The rules that the answer of an exchange broke. Can be read once. */
  broken(exchange: string): readonly Heard[] {
    const heard = this.#broken.get(exchange);
    if (heard === undefined) return NOTHING;
    this.#broken.delete(exchange);
    return heard;
  }

  /** The judgement of a rule on a replayed answer: `undefined` if the rule did not apply. */
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

/** The notes on an exchange. A new exchange replaces the oldest one. */
function noted<T>(all: Map<string, T>, exchange: string, make: () => T): T {
  const known = all.get(exchange);
  if (known !== undefined) return known;
  const made = make();
  all.set(exchange, made);
  const [oldest] = all.size > REMEMBERED ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  return made;
}
