import type { Incoming } from "../http/incoming.ts";
import { PLAIN, renderRefusal } from "../http/render.ts";
import { Refusal } from "../refusal.ts";
import type { Service } from "../service.ts";
import type { Edge, Serve } from "./edge.ts";
import { type Served, serve } from "./pipeline.ts";

/** The result of a request, with the error if it met a defect of this server. */
export type Attempted = Served & { readonly error?: unknown };

/** The pipeline with edges around it; the first edge is the outermost. */
export function atEdges(service: Service, edges: readonly Edge[]): (request: Incoming) => Promise<Attempted> {
  if (edges.length === 0) return (request) => attempt(service, request);
  return async (request) => {
    let attempted: Attempted | undefined;
    const innermost: Serve = async (inner, state = service.state) => {
      attempted = await attempt({ ...service, state }, inner);
      return attempted.answer;
    };
    const serve = edges.reduceRight<Serve>(
      (within, edge) => (inner, state) => edge(inner, (more, other = state) => within(more, other)),
      innermost,
    );
    const answer = await serve(request);
    return { ...attempted, answer };
  };
}

/** Answers a defect of this server with a 500 that does not mention it; the access log gets the error itself. */
async function attempt(service: Service, request: Incoming): Promise<Attempted> {
  try {
    return await serve(service, request);
  } catch (error) {
    const refusal = new Refusal(500, "UNEXPECTED_ERROR", "The server failed to carry out the request.");
    return { answer: renderRefusal(service, undefined, PLAIN, refusal), error };
  }
}
