import type { Exchange } from "@plumbline/client";

/** Statuses with which a server may refuse what only another request in progress stands in the way of: none is stated. */
const LATER: readonly number[] = [400, 409, 422, 423, 425];

/** The refusal may be one that passes, so the same request is worth another try. */
export const saysLater = ({ response }: Exchange): boolean => "status" in response && LATER.includes(response.status);
