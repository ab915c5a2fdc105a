import type { OperationId } from "@plumbline/schemas";
import type { Violation } from "@plumbline/schemas/validate";
import type { Fault } from "./fault.ts";

/** Accepts some bodies that a correct server refuses. A value that no answer could show is lost. */
export const overlooks =
  (operations: readonly OperationId[], overlooked: (violation: Violation) => boolean): Fault["change"] =>
  ({ objections }) => ({
    objections: (found, sent) =>
      objections(found, sent).filter((violation) => !operations.includes(sent.operation.id) || !overlooked(violation)),
  });

/** Violations in the named members, other than their absence. */
export const within = (...members: readonly string[]) => {
  const places = new Set(members);
  return ({ pointer, keyword }: Violation): boolean =>
    keyword !== "required" && places.has(pointer.split("/")[1] ?? "");
};

/** The absence of a required member. */
export const absent = ({ keyword }: Violation): boolean => keyword === "required";
