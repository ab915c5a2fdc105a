import type { Target } from "@plumbline/conformance";
import { bindContract, resourceDateIn } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/**
 * The target with version 2 asked for at the date of `--accept-date`, where that is given.
 * @throws UsageError for what is no date, and for a mock, whose document has one date.
 */
export function atAcceptDate(target: Target, given: Given): Target {
  const acceptDate = given.one("accept-date");
  if (acceptDate === undefined) return target;
  if (resourceDateIn(`application/vnd.any.${acceptDate}+json`, "any") === undefined)
    throw new UsageError(`--accept-date: expected a date such as 2024-08-05, received "${acceptDate}"`);
  if (target.mock)
    throw new UsageError("--accept-date is for a server: the document that Prism answers from has one date alone");
  return { ...target, contract: bindContract({ ...target.contract.profile, acceptDate }) };
}
