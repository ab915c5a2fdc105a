import type { RouteVersion } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";

/** The parts of a request that a story states; the operation is a separate argument. */
export type Step = Omit<Partial<Call>, "operation" | "version"> & { readonly version?: RouteVersion };
