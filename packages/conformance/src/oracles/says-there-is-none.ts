import type { Exchange } from "@plumbline/client";

/** Statuses with which a server may say that a record does not exist; the description states none. */
const NONE: readonly number[] = [400, 404, 409, 410, 422];

/** Whether the refusal may mean that the record does not exist, not that the request is wrong. */
export const saysThereIsNone = ({ response }: Exchange): boolean =>
  "status" in response && NONE.includes(response.status);
