import type { Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import { fixturesFor } from "./fixtures-for.ts";
import type { World } from "./world.ts";

/** Takes no id and answers whatever a target holds, so it is the first choice where it is offered. */
const USUAL: OperationId = "listMatcherFieldNames";

/**
 * A read in one version that a target answers with a key that is right: for seeing whether it is there at all. Of those
 * that it offers, that can be addressed and that are there, the one with the fewest ids in its path. Pure.
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
