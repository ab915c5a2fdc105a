import { InvalidSinkError } from "./invalid-sink-error.ts";

/** A message on its way to the sink. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The result of sending one message: the sink's status, or why there is none. */
export type Delivery = { readonly status: number } | { readonly problem: string };

const TIME_LIMIT = 5_000;
const AT_ONCE = 8;
/** Messages beyond this number are dropped, because a sink that is down must not fill the memory. */
const MOST_WAITING = 1_000;

/** Posts each message once to one address, a few at a time. `ended` reports a lost one. */
export class Sink {
  readonly #url: URL;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #underWay = new Set<Promise<void>>();

  /** @throws InvalidSinkError */
  constructor(url: string) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new InvalidSinkError(url);
    this.#url = new URL(url);
  }

  send(message: Message, ended: (delivery: Delivery) => void): void {
    if (this.#waiting.length >= MOST_WAITING) {
      ended({ problem: `${MOST_WAITING} notifications are waiting already` });
      return;
    }
    this.#waiting.push(async () => ended(await post(this.#url, message)));
    this.#next();
  }

  /** Waits for the messages being sent and drops the waiting ones. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#underWay);
  }

  #next(): void {
    const job = this.#underWay.size < AT_ONCE ? this.#waiting.shift() : undefined;
    if (job === undefined) return;
    const running = job().finally(() => {
      this.#underWay.delete(running);
      this.#next();
    });
    this.#underWay.add(running);
  }
}

async function post(url: URL, { headers, text }: Message): Promise<Delivery> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: text,
      redirect: "manual",
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { problem: cause instanceof Error ? cause.message : String(cause) };
  }
}
