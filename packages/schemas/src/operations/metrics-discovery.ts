import { targetScheme } from "../parameters.ts";
import { scrapeTarget } from "../resources/scrape-target.ts";
import { area, list } from "./define.ts";

const operation = area("metrics-discovery", "Metrics target discovery");

/** Operation 71: the scrape targets for a metrics collector, with its own address and credentials. */
export const metricsDiscovery = {
  discoverMetricsTargets: operation({
    number: 71,
    title: "Metrics scrape-target discovery",
    basis: "stated",
    authentication: "metrics",
    roles: "unstated",
    routes: {},
    standalone: { base: "metrics", method: "GET", path: "/groups/{groupId}/discovery" },
    query: [targetScheme],
    result: list(scrapeTarget),
  }),
};
