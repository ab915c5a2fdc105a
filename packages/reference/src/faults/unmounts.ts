import type { OperationId } from "@plumbline/schemas";
import type { Fault } from "./fault.ts";

/** Leaves a route of the current version out. */
export const unmounts =
  (id: OperationId): Fault["change"] =>
  ({ mount }) => ({ mount: (route) => (route.id === id && route.version === "2" ? [] : mount(route)) });
