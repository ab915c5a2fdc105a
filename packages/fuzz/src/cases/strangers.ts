import type { Who } from "@plumbline/conformance";

/** Those whom nobody knows, or who have no role. */
export const STRANGERS = [
  "none",
  "wrongSecret",
  "unknownUser",
  "noRole",
  "wrongMetricsPassword",
  "unknownMetricsUser",
] as const satisfies readonly Who[];
