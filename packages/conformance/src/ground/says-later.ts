import type { Exchange } from "@plumbline/client";

/** Statuses that a server may use while another request in progress blocks this one; the description states none. */
const LATER: readonly number[] = [400, 409, 422, 423, 425];

/** Whether a refusal may be temporary, so that the run should try the request again. */
export const saysLater = ({ response }: Exchange): boolean => "status" in response && LATER.includes(response.status);
