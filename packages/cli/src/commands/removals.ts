import type { Report, ReportExchange } from "@plumbline/report";
import type { Contract } from "@plumbline/schemas";

/** What a run left on the target, and the request that takes it away; without one the reason why nobody can. */
export type Removal = { readonly operation: string; readonly id: string } & (
  | { readonly url: string; readonly accept: string }
  | { readonly cannot: string }
);

/**
 * The removals that a run still owes. Only records whose making the report shows are removed, and only where the contract
 * has a DELETE for them. Pure.
 */
export function removalsOf(report: Report, contract: Contract): readonly Removal[] {
  return report.changes
    .filter(({ state }) => state === "left")
    .map(({ operation, id }) => {
      const made = report.exchanges.find((exchange) => exchange.operation === operation && shows(exchange, id));
      if (made === undefined)
        return { operation, id, cannot: "the journal does not show how it was made; it may be a change, not a record" };
      const url = `${made.request.url.split("?")[0]}/${encodeURIComponent(id)}`;
      if (!deletable(contract, report.target.url, url))
        return { operation, id, cannot: `the contract has no DELETE for ${url}` };
      const accept = made.request.headers.find(([name]) => name.toLowerCase() === "accept")?.[1];
      return { operation, id, url, accept: accept ?? "application/json" };
    });
}

function shows({ request, response }: ReportExchange, id: string): boolean {
  const made = "status" in response && response.status >= 200 && response.status < 300;
  return made && request.method === "POST" && response.body.includes(`"${id}"`);
}

function deletable(contract: Contract, base: string, url: string): boolean {
  const path = url.slice(base.length).split("/");
  return contract.operations
    .flatMap(({ routes }) => routes)
    .some((route) => {
      const own = route.path.split("/");
      return (
        route.method === "DELETE" &&
        own.length === path.length &&
        own.every((part, at) => part.startsWith("{") || part === path[at])
      );
    });
}
