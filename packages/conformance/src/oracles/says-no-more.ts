import type { Exchange } from "@plumbline/client";

/** Payment required, forbidden and conflict. The description states neither quotas nor what must happen first. */
const STATUSES: readonly number[] = [402, 403, 409];

/** Whether the target may have refused a valid write because of its records or quotas, not because of the request. */
export const saysNoMore = ({ response }: Exchange): boolean =>
  "status" in response && STATUSES.includes(response.status);
