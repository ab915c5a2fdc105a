import { isPrivateLine } from "../ground/private-line.ts";
import type { Credentials, Target } from "./target.ts";

/** Credentials that are sent as Basic, readable for others on the way, with their names in messages. */
const BASIC = {
  serviceAccount: "the client secret of credentials.serviceAccount",
  blockedServiceAccount: "the client secret of credentials.blockedServiceAccount",
  metrics: "the password of credentials.metrics",
} as const satisfies Partial<Record<keyof Credentials, string>>;
type Basic = keyof typeof BASIC;

/**
 * The target without the credentials that others on the way could read. The run withholds them over http to another
 * machine, as it does with the main key, unless the target file permits it. The redactor still knows them as secrets,
 * and every check that needs one says why the run does not send it.
 */
export function withheld(target: Target): Target {
  const { serviceAccount, blockedServiceAccount, metrics, ...rest } = target.credentials;
  const { baseUrl, cleartext = false, metricsUrl = baseUrl } = target;
  if (cleartext) return target;
  const lent = { serviceAccount, blockedServiceAccount, metrics };
  const isSeen = (name: Basic): boolean =>
    lent[name] !== undefined && !isPrivateLine(name === "metrics" ? metricsUrl : baseUrl);
  const seen = NAMES.filter(isSeen);
  if (seen.length === 0) return target;
  const part = (names: readonly Basic[]): Pick<Credentials, Basic> =>
    Object.fromEntries(names.flatMap((name) => (lent[name] === undefined ? [] : [[name, lent[name]]])));
  const kept = part(NAMES.filter((name) => !seen.includes(name)));
  return { ...target, credentials: { ...rest, ...kept, withheld: { ...rest.withheld, ...part(seen) } } };
}

const NAMES = Object.keys(BASIC) as Basic[];

/** A sentence that says what the run withholds and how to permit it; `undefined` if it withholds nothing. */
export function withheldAdvice({ credentials: { withheld: held = {} } }: Target): string | undefined {
  const names = NAMES.filter((name) => held[name] !== undefined);
  if (names.length === 0) return undefined;
  const what = names.map((name) => BASIC[name]).join(", and ");
  return `the run does not send ${what} as Basic over http, because others could read it: use an https address, or permit it with cleartext: true in the target file`;
}
