import type { Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import { fixturesFor } from "./fixtures-for.ts";
import type { World } from "./world.ts";

/** Needs no id and answers no matter which records the target has, so it is the first choice if offered. */
const USUAL: OperationId = "listMatcherFieldNames";

/**
 * A read that the target answers to a valid key, to see whether it serves this version at all. Among the offered,
 * addressable operations that do not seem to be missing, the one with the fewest ids in its path. Pure.
 */
export function greeting(
  contract: Contract,
  world: World,
  version: RouteVersion,
  except?: OperationId,
): Call | undefined {
  const able = contract.operations.filter(({ id, risk, authentication, pathParameters, routes }) => {
    const fixtures = fixturesFor(world, id);
    return (
      id !== except &&
      risk === "read" &&
      authentication === "digest" &&
      routes.some((route) => route.version === version) &&
      pathParameters.every(({ name }) => Object.hasOwn(fixtures, name))
    );
  });
  const seen = able.filter(({ id }) => !world.unbound.has(`${id}/${version}`));
  const those = seen.length > 0 ? seen : able;
  const [simplest] = those.toSorted((one, other) => one.pathParameters.length - other.pathParameters.length);
  const chosen = those.find(({ id }) => id === USUAL) ?? simplest;
  return chosen && { operation: chosen.id, version };
}
