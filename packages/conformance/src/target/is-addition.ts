import { operations } from "@plumbline/schemas";
import type { Subject } from "../ground/subject.ts";

/**
 * Whether an operation is in a version by the names of the profile alone, because the description has it in the other version
 * only. A target need not serve it.
 */
export const isAddition = ({ operation: { id }, version }: Subject): boolean =>
  version !== "standalone" && operations[id].routes[version] === undefined;

/** Why nothing is examined of an addition that is not there. */
export const notServed = ({ operation: { id }, version }: Subject): string =>
  `the description does not have ${id} in version ${version}, and the target does not serve it`;
