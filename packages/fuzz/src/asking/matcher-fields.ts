import { type Ask, jsonOf } from "@plumbline/conformance";
import type { Contract, RouteVersion } from "@plumbline/schemas";

/** The number of names that are tried, of those that the target offers. */
const FIELDS = 3;

/** Names of matcher fields that the target lists; empty if it lists none. */
export async function matcherFields(
  ask: Ask,
  contract: Contract,
  versions?: readonly RouteVersion[],
): Promise<readonly string[]> {
  const { routes } = contract.operation("listMatcherFieldNames");
  const route = routes.find(({ version }) => versions?.includes(version) ?? true);
  if (route === undefined) return [];
  const names = jsonOf(await ask({ operation: "listMatcherFieldNames", version: route.version }));
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, FIELDS) : [];
}
