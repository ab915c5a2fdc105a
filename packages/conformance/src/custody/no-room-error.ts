import type { WriteId } from "@plumbline/schemas";
import { HandsOffError } from "./hands-off-error.ts";

/** A create that was not sent, because a run may leave no more records of its kind on the target. */
export class NoRoomError extends HandsOffError {
  constructor(operation: WriteId, limit: number) {
    super(
      `${operation} is not sent: the limit is ${limit} record${limit === 1 ? "" : "s"} that stay${limit === 1 ? "s" : ""} on the target; raise it with --limit ${operation}=N or in limits of the target file`,
    );
  }
}
