import type { Exchange } from "@plumbline/client";
import { brief } from "../expect/cases.ts";
import { received } from "../ground/answers.ts";
import type { Ask } from "../ground/ask.ts";
import type { Judgement } from "../ground/judgement.ts";

/** A question that waits for a state asks without end, and each answer may be large. */
const MOST = 20;

/** What one question has asked of late, so that its verdict can point to the exchange that decided it. */
export class Asked {
  readonly #sent: Exchange[] = [];

  /** Remembers an exchange that the question looks at. */
  note(exchange: Exchange): void {
    this.#sent.push(exchange);
    if (this.#sent.length > MOST) this.#sent.shift();
  }

  /** An `ask` whose exchanges are remembered. */
  noting(ask: Ask): Ask {
    return async (call) => {
      const exchange = await ask(call);
      this.note(exchange);
      return exchange;
    };
  }

  /**
   * The judgement with what decided it: the exchange that the judge has named, the last one that it quotes, or the last of
   * all; and beside it the last one before that which asked otherwise, of the same operation where there is one.
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

const asks = ({ request: { method, url, body = "" } }: Exchange): string => `${method} ${url} ${body}`;
