import { REALM } from "../auth/digest.ts";
import { parseQuery } from "../http/query.ts";
import { PLAIN, renderRefusal } from "../http/render.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";
import type { Variant } from "./variant.ts";

const OPTIONAL_METHODS = ["HEAD", "OPTIONS"];

/** Supports HEAD, a GET without its body, and OPTIONS, which names the methods. */
const offersMore =
  ({ router, headers }: Service): Edge =>
  async (request, serve) => {
    if (!OPTIONAL_METHODS.includes(request.method)) return serve(request);
    const routing = router.find(request.method, request.path);
    if (routing.kind !== "other-methods") return serve(request);
    const methods = routing.mounts.map(({ method }) => method);
    if (request.method === "OPTIONS")
      return { status: 204, headers: { ...headers, Allow: [...methods, ...OPTIONAL_METHODS].join(", ") } };
    if (!methods.includes("GET")) return serve(request);
    const { text: _text, ...answer } = await serve({ ...request, method: "GET" });
    return answer;
  };

/** Other orders of the checks on path and credentials, and additional methods. */
export const routeVariants: readonly Variant[] = [
  {
    id: "malformed-path-404",
    text: "A path with a malformed project id is answered 404, before the server asks for credentials.",
    edge: () => (request, serve) => {
      const id = /\/groups\/([^/]+)/.exec(request.path)?.[1];
      return serve(id === undefined || /^[a-f0-9]{24}$/.test(id) ? request : { ...request, path: "/nothing" });
    },
  },
  {
    id: "unknown-path-401",
    text: "Unknown paths and methods ask for credentials first.",
    edge: (service) => async (request, serve) => {
      const { behaviour, auth, router } = service;
      if (router.find(request.method, request.path).kind === "found" || request.header("authorization") !== undefined)
        return serve(request);
      const challenge = behaviour.challenge(REALM, auth.nonces.issue(), false) ?? "";
      const refusal = new Refusal(401, "UNAUTHORIZED", "Say who you are.", { "WWW-Authenticate": challenge });
      return renderRefusal(service, undefined, PLAIN, refusal);
    },
  },
  {
    id: "unknown-query-refused",
    text: "A query parameter that an operation does not have is refused.",
    edge: (service) => async (request, serve) => {
      const routing = service.router.find(request.method, request.path);
      const names = [...(parseQuery(request.query)?.keys() ?? [])];
      const known = routing.kind === "found" ? routing.mount.operation.query.map(({ name }) => name) : names;
      const other = names.find((name) => !known.includes(name));
      return other === undefined
        ? serve(request)
        : renderRefusal(service, undefined, PLAIN, invalid(`There is no query parameter ${other}.`));
    },
  },
  { id: "more-methods", text: "HEAD and OPTIONS are answered.", edge: offersMore },
];
