import { type Connection, connect, type Exchange } from "@plumbline/client";
import { compose, emptyWorld, type Recognised, type Target } from "@plumbline/conformance";
import type { OpenedTarget } from "../../targets/opened-target.ts";

/** Milliseconds in which the target must answer, because a client waits meanwhile. */
const WITHIN = 5_000;

/**
 * The target's answer for an unknown path. This is the only request that the proxy itself sends, once for each version.
 */
export class Nowhere {
  readonly #target: Target;
  readonly #line: Connection;
  readonly #answers = new Map<string, Promise<Exchange | undefined>>();

  constructor(target: Target, connection: OpenedTarget["connection"]) {
    this.#target = target;
    const { baseUrl, metricsUrl } = target;
    const origins = metricsUrl === undefined ? [baseUrl] : [baseUrl, metricsUrl];
    this.#line = connect({ ...connection, origins, connections: 1, markRequests: false });
  }

  /** `undefined` when the answer is not known; then the next call asks again. */
  async like(recognised: Recognised): Promise<Exchange | undefined> {
    const { version } = recognised.route;
    const asking = this.#answers.get(version) ?? this.#ask(recognised);
    this.#answers.set(version, asking);
    const exchange = await asking;
    if (exchange === undefined) this.#answers.delete(version);
    return exchange;
  }

  close(): void {
    this.#line.close();
  }

  async #ask({ operation, route, captured: { groupId } }: Recognised): Promise<Exchange | undefined> {
    const elsewhere = `${groupId === undefined ? "" : `/groups/${groupId}`}/plumbline-no-such-path`;
    try {
      const call = { operation, version: route.version, method: "GET", elsewhere } as const;
      const request = compose(call, this.#target, emptyWorld(this.#target));
      const exchange = await this.#line.send({ ...request, withinMs: WITHIN });
      return "status" in exchange.response ? exchange : undefined;
    } catch {
      // Without a credential or a token for that path, the answer is unknown.
      return undefined;
    }
  }
}
