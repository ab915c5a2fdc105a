import type { Clock } from "../clock.ts";
import { PLAIN, renderRefusal } from "../http/render.ts";
import { Refusal } from "../refusal.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";
import { laggingReads } from "./lag.ts";
import { answering, type Variant } from "./variant.ts";

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const skewed =
  (milliseconds: number) =>
  (clock: Clock): Clock => ({ now: () => clock.now() + milliseconds, advance: (by) => clock.advance(by) });

/** Replaces the Date header of the machine's clock with that of the skewed clock. */
const dated = ({ clock }: Service): Edge =>
  answering((answer) => ({ ...answer, headers: { ...answer.headers, Date: new Date(clock.now()).toUTCString() } }));

/** Refuses one of every `every` requests to the main interface, before any other check. */
const nowAndThen =
  (every: number, status: 429 | 503, retryAfter: () => string) =>
  (service: Service): Edge => {
    let count = 0;
    return async (request, serve) => {
      // The token endpoint has its own limit, which the server must keep exactly.
      if (request.path.endsWith("/oauth/token")) return serve(request);
      count += 1;
      if (count % every !== 0) return serve(request);
      const refusal = new Refusal(status, "RATE_LIMITED", "Come back later.", { "Retry-After": retryAfter() });
      return renderRefusal(service, undefined, PLAIN, refusal);
    };
  };

/** Slow, limited or lagging servers, and servers whose clock is ahead or behind. */
export const timingVariants: readonly Variant[] = [
  {
    id: "latency",
    text: "Every answer takes 15 milliseconds.",
    edge: () => async (request, serve) => {
      await wait(15);
      return serve(request);
    },
  },
  {
    id: "jitter",
    text: "Every answer takes a different time, up to 40 milliseconds.",
    edge: () => {
      let count = 0;
      return async (request, serve) => {
        count += 1;
        await wait((count * 17) % 41);
        return serve(request);
      };
    },
  },
  {
    id: "slow-writes",
    text: "Writes take 60 milliseconds.",
    edge: () => async (request, serve) => {
      if (request.method !== "GET") await wait(60);
      return serve(request);
    },
  },
  { id: "clock-ahead", text: "The server's clock is nine seconds ahead.", clock: skewed(9_000), edge: dated },
  { id: "clock-behind", text: "The server's clock is nine seconds behind.", clock: skewed(-9_000), edge: dated },
  {
    id: "limited-429",
    text: "One request in 150 is answered 429 with Retry-After in seconds.",
    edge: nowAndThen(150, 429, () => "1"),
  },
  {
    id: "limited-503",
    text: "One request in 150 is answered 503 with Retry-After as a date.",
    edge: nowAndThen(150, 503, () => new Date(Date.now() + 1_000).toUTCString()),
  },
  {
    id: "reads-lag",
    text: "Reads show the state of 100 to 300 milliseconds ago.",
    edge: laggingReads,
  },
];
