import type { Who } from "@plumbline/conformance";

/** Callers that the target does not know, or that have no role. */
export const STRANGERS = [
  "none",
  "wrongSecret",
  "unknownUser",
  "noRole",
  "wrongMetricsPassword",
  "unknownMetricsUser",
] as const satisfies readonly Who[];
