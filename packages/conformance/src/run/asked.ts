import type { Exchange } from "@plumbline/client";
import { brief } from "../expect/cases.ts";
import { received } from "../ground/answers.ts";
import type { Ask } from "../ground/ask.ts";
import { inconclusive, type Judgement } from "../ground/judgement.ts";

/**
 * The most exchanges that are remembered: a question that waits for a state asks without end, and answers may be large.
 */
const MOST = 20;

/** Remembers the recent exchanges of one question, so that its verdict can point to the one that decided it. */
export class Asked {
  readonly #sent: Exchange[] = [];

  /** Remembers an exchange that the question uses. */
  note(exchange: Exchange): void {
    this.#sent.push(exchange);
    if (this.#sent.length > MOST) this.#sent.shift();
  }

  /** Wraps `ask` so that its exchanges are remembered. */
  noting(ask: Ask): Ask {
    return async (call) => {
      const exchange = await ask(call);
      this.note(exchange);
      return exchange;
    };
  }

  /**
   * Adds the deciding exchange to a judgement: the one that the judge named, else the last one that the judgement
   * quotes, else the last one. It also adds the twin: the last earlier request that differs, of the same operation if
   * there is one.
   */
  decided(judgement: Judgement): Judgement {
    if (judgement.kind !== "broken") return judgement;
    const { deciding = {} } = judgement;
    const quoted = this.#sent.findLastIndex((one) => [received(one), brief(one)].includes(judgement.received));
    const at =
      deciding.exchange !== undefined
        ? this.#sent.findLastIndex(({ id }) => id === deciding.exchange)
        : quoted >= 0
          ? quoted
          : this.#sent.length - 1;
    const exchange = this.#sent[at];
    if (exchange === undefined) return judgement;
    if (isOnlyLimited(exchange))
      return inconclusive("the target limits requests, and answered this one with 429 to the end");
    const others = this.#sent.slice(0, at).filter((one) => asks(one) !== asks(exchange));
    const twin = others.findLast(({ operation }) => operation === exchange.operation) ?? others.at(-1);
    return {
      ...judgement,
      deciding: {
        ...(at === quoted && { where: "status" }),
        ...(twin && { twin: twin.id }),
        ...deciding,
        exchange: exchange.id,
      },
    };
  }
}

/** Only the token endpoint has a stated limit; the description allows every other limit. */
const isOnlyLimited = ({ operation, response }: Exchange): boolean =>
  operation !== "issueServiceToken" && "status" in response && response.status === 429;

const asks = ({ request: { method, url, body = "" } }: Exchange): string => `${method} ${url} ${body}`;
