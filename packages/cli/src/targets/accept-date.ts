import type { Target } from "@plumbline/conformance";
import { bindContract, resourceDateIn } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The date of `--accept-date`, if given. It is read before anything is started for a target.
 * @throws UsageError for a value that is no date.
 */
export function acceptDateGiven(given: Given): string | undefined {
  const date = given.one("accept-date");
  if (date === undefined) return undefined;
  if (resourceDateIn(`application/vnd.any.${date}+json`, "any") === undefined)
    throw new UsageError(`--accept-date: expected a date such as 2024-08-05, received "${date}"`);
  return date;
}

/** The target with requests for version 2 at this date, if there is one. */
export const atAcceptDate = (target: Target, acceptDate: string | undefined): Target =>
  acceptDate === undefined ? target : { ...target, contract: bindContract({ ...target.contract.profile, acceptDate }) };
