import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Session } from "../kernel/session.ts";

/** The newest version in which the target serves an operation, as far as is known; `undefined` if there is none. */
export const newestOf = (operation: OperationId, { target, world }: Session): RouteVersion | undefined =>
  (["2", "1.0"] as const).find(
    (version) =>
      target.versions.includes(version) &&
      target.contract.route(operation, version) !== undefined &&
      !world.unbound.has(`${operation}/${version}`),
  );
