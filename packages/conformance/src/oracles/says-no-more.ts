import type { Exchange } from "@plumbline/client";

/** Payment, a right that runs out with a number, a conflict: quotas and what must come first are not given. */
const STATUSES: readonly number[] = [402, 403, 409];

/** A valid write is refused for what the target holds or may hold, rather than for what the request says. */
export const saysNoMore = ({ response }: Exchange): boolean =>
  "status" in response && STATUSES.includes(response.status);
