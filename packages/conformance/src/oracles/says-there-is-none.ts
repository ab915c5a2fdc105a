import type { Exchange } from "@plumbline/client";

/** Statuses with which a server may say that there is no such record: none is stated. */
const NONE: readonly number[] = [400, 404, 409, 410, 422];

/** The refusal may mean that the record does not exist, rather than that the request is wrong. */
export const saysThereIsNone = ({ response }: Exchange): boolean =>
  "status" in response && NONE.includes(response.status);
