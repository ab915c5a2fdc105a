import { member } from "@plumbline/conformance";
import { isContainer } from "./is-container.ts";
import { LEFT_OUT, type LeftOut } from "./left-out.ts";

/** Safari's value for an answer from the network; for others it names the cache or the worker. */
const OF_NETWORK = "Network Load";
/** Charles's value for an answer that arrived completely. */
const COMPLETE = "COMPLETE";

/** Why an answer is not from the server, or is incomplete, according to members that only some writers use. */
export function notOfServer(entry: unknown): LeftOut | undefined {
  const response = member(entry, "response");
  if (isOfBrowser(entry, response)) return LEFT_OUT.ofBrowser;
  const [charles, error] = [member(response, "_charlesStatus"), member(response, "_error")];
  const isBroken =
    (typeof charles === "string" && charles !== COMPLETE) ||
    (typeof error === "string" && error !== "") ||
    isTrue(member(response, "_wasAborted")) ||
    isTrue(member(entry, "_wasAborted"));
  return isBroken ? LEFT_OUT.brokenOff : undefined;
}

/**
 * Chromium names the cache in `_fromCache` and sets `_fetchedViaServiceWorker`; Safari has `_fetchType`; Playwright
 * marks answers that a test gave itself; Firefox writes the cache's content after the request if the cache answered,
 * and otherwise nothing.
 */
function isOfBrowser(entry: unknown, response: unknown): boolean {
  const fetchType = member(entry, "_fetchType");
  const cache = member(entry, "cache");
  return (
    isTrue(member(entry, "_fromCache")) ||
    isTrue(member(response, "_fetchedViaServiceWorker")) ||
    isTrue(member(entry, "_wasFulfilled")) ||
    (typeof fetchType === "string" && fetchType !== OF_NETWORK) ||
    (member(entry, "_securityState") !== undefined && isContainer(cache) && Object.hasOwn(cache, "afterRequest"))
  );
}

/** Whether a mark is set; writers use different values. */
const isTrue = (mark: unknown): boolean => Boolean(mark) && mark !== "false";
