import type { Clock } from "../clock.ts";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Answer } from "../http/render.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";

/** Another way to be right, where the description leaves room. */
export interface Variant {
  /** Words with hyphens; stable. */
  readonly id: string;
  readonly text: string;
  /** The decisions that differ, made from those they replace; called once per server, as the other members are. */
  readonly change?: (behaviour: Behaviour) => Partial<Behaviour>;
  readonly edge?: (service: Service) => Edge;
  readonly clock?: (clock: Clock) => Clock;
  /** Changes what the server holds before its first request. */
  readonly furnish?: (service: Service) => void;
  /** Variants that say the opposite: no server is both. */
  readonly excludes?: readonly string[];
  /** Set when the world holds less than some rules need: checks of these cannot run then. */
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
