import type { OperationId } from "@plumbline/schemas";
import type { Fault } from "./fault.ts";

/** Omits a route of version 2. */
export const unmounts =
  (id: OperationId): Fault["change"] =>
  ({ mount }) => ({ mount: (route) => (route.id === id && route.version === "2" ? [] : mount(route)) });
