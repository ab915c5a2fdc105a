import { member } from "@plumbline/conformance";
import { isContainer } from "./is-container.ts";
import { LEFT_OUT, type LeftOut } from "./left-out.ts";

/** What Safari writes of an answer that came over the network; of others it names the cache or the worker. */
const OF_NETWORK = "Network Load";
/** What Charles writes of an answer that it has seen to its end. */
const COMPLETE = "COMPLETE";

/** Why an answer is not one of the server, or not all of one, by what writers have names of their own for. */
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
 * Chromium names the cache in `_fromCache` and sets `_fetchedViaServiceWorker`; Safari has `_fetchType`; Playwright marks what
 * a test answered itself; Firefox writes what is in its cache after the request where that answered, and nothing otherwise.
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

/** A mark, whatever it is set to. */
const isTrue = (mark: unknown): boolean => Boolean(mark) && mark !== "false";
