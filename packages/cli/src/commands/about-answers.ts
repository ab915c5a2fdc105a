import { requirements, type WatchRequirement } from "@plumbline/conformance";

/** The rules that every answer of an operation has to keep, whatever was asked and by whom. */
export const ABOUT_ANSWERS: readonly WatchRequirement[] = requirements.filter(
  (requirement) => requirement.kind === "watch",
);
