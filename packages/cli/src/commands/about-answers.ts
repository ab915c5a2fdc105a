import { requirements, type WatchRequirement } from "@plumbline/conformance";

/** The rules that every answer of an operation must keep, no matter which client asked. */
export const ABOUT_ANSWERS: readonly WatchRequirement[] = requirements.filter(
  (requirement) => requirement.kind === "watch",
);
