import type { Clock } from "../clock.ts";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Answer } from "../http/render.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";

/** Another correct behaviour, where the description leaves room. */
export interface Variant {
  /** Words with hyphens; an id never changes. */
  readonly id: string;
  readonly text: string;
  /** The changed decisions, made from the ones they replace. Called once per server, like the other functions. */
  readonly change?: (behaviour: Behaviour) => Partial<Behaviour>;
  readonly edge?: (service: Service) => Edge;
  readonly clock?: (clock: Clock) => Clock;
  /** Changes the server's records before its first request. */
  readonly furnish?: (service: Service) => void;
  /** Variants that contradict this one, so no server can have both. */
  readonly excludes?: readonly string[];
  /** Set if the world has fewer records than some rules need, so that their checks cannot run. */
  readonly sparse?: true;
}

/** An edge that only changes answers. */
export const answering =
  (change: (answer: Answer, request: Incoming) => Answer): Edge =>
  async (request, serve) =>
    change(await serve(request), request);

/** An edge that adds or replaces headers. */
export const withHeaders = (headers: Answer["headers"]): Edge =>
  answering((answer) => ({ ...answer, headers: { ...answer.headers, ...headers } }));
