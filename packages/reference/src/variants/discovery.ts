import { parseQuery } from "../http/query.ts";
import { PLAIN, renderRefusal } from "../http/render.ts";
import { invalid } from "../refusal.ts";
import { METRICS_PATH } from "../service.ts";
import { answering, type Variant } from "./variant.ts";

/** Other targets and refusals of metrics discovery. */
export const discoveryVariants: readonly Variant[] = [
  {
    id: "discovery-403",
    text: "Metrics discovery answers wrong credentials with 403 and no challenge.",
    edge: () =>
      answering((answer, { path }) => {
        if (answer.status !== 401 || !path.startsWith(METRICS_PATH)) return answer;
        const { "WWW-Authenticate": _challenge, ...headers } = answer.headers;
        return { ...answer, status: 403, headers, text: '{"message":"forbidden"}' };
      }),
  },
  {
    id: "discovery-public-only",
    text: "Metrics discovery refuses every scheme but PUBLIC.",
    edge: (service) => async (request, serve) => {
      const [scheme = "PUBLIC"] = parseQuery(request.query)?.get("targetScheme") ?? [];
      return scheme === "PUBLIC" || !request.path.startsWith(METRICS_PATH)
        ? serve(request)
        : renderRefusal(service, undefined, PLAIN, invalid("The only scheme is PUBLIC."));
    },
  },
  {
    id: "discovery-same-addresses",
    text: "Each project has a network of its own, with the same IPv6 addresses as every other.",
    edge: () =>
      answering((answer, { path }) => {
        if (answer.status !== 200 || !path.startsWith(METRICS_PATH)) return answer;
        const groups: readonly { readonly targets: readonly string[] }[] = JSON.parse(answer.text ?? "[]");
        const moved = groups.map((group) => ({
          ...group,
          targets: group.targets.map((_target, at) => `[fd00::${at + 1}]:27018`),
        }));
        return { ...answer, text: JSON.stringify(moved) };
      }),
  },
  {
    id: "discovery-host-each",
    text: "Metrics discovery returns a group for each host.",
    edge: () =>
      answering((answer, { path }) => {
        if (answer.status !== 200 || !path.startsWith(METRICS_PATH)) return answer;
        const groups: readonly { readonly targets: readonly string[] }[] = JSON.parse(answer.text ?? "[]");
        const single = groups.flatMap((group) => group.targets.map((target) => ({ ...group, targets: [target] })));
        return { ...answer, text: JSON.stringify(single) };
      }),
  },
];
