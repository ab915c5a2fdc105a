import { operations } from "@plumbline/schemas";
import type { Subject } from "../ground/subject.ts";

/**
 * Whether the description has an operation only in the other version, so that only the profile's names give it a path
 * in this one. A target need not serve it.
 */
export const isAddition = ({ operation: { id }, version }: Subject): boolean =>
  version !== "standalone" && operations[id].routes[version] === undefined;

/** Why the run does not test an addition that the target lacks. */
export const notServed = ({ operation: { id }, version }: Subject): string =>
  `the description does not have ${id} in version ${version}, and the target does not serve it`;
