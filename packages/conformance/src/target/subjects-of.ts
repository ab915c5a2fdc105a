import type { BoundOperation } from "@plumbline/schemas";
import type { Subject } from "../ground/subject.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** Each operation in each version in which the target serves it. */
export function subjectsOf(target: Target, world?: World): readonly Subject[] {
  const served = (operation: BoundOperation): Subject[] =>
    operation.routes
      .filter((route) => route.version === "standalone" || target.versions.includes(route.version))
      .filter((route) => route.base !== "metrics" || target.metricsUrl !== undefined || world !== undefined)
      .map(({ version }) => ({ operation: target.contract.operation(operation.id, version), version }));
  return target.contract.operations.flatMap(served);
}
