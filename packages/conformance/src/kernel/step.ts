import type { RouteVersion } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";

/** What a story states of a request; its operation stands beside it. */
export type Step = Omit<Partial<Call>, "operation" | "version"> & { readonly version?: RouteVersion };
