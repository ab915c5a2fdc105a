import { answered } from "@plumbline/client";
import { BUNDLED_PROFILES, bindContract, INTERFACE_VERSIONS, type Profile, pathPrefix } from "@plumbline/schemas";
import type { Session } from "../kernel/session.ts";
import { greeting } from "../target/greeting.ts";

/** A base address that ends with the beginning of every path. */
const TOO_LONG = /\/api\/([^/]+)\/v(1\.0|2)\/?$/;

/** The path prefix of a profile if the server answers its greeting with anything but "not found". */
async function speaks(session: Session, profile: Profile): Promise<string | undefined> {
  const other = session.under(bindContract(profile));
  for (const version of INTERFACE_VERSIONS) {
    const call = greeting(other.target.contract, other.world, version);
    if (call === undefined) continue;
    const exchange = await other.send({ ...call, who: "none" }, "doctor");
    if (answered(exchange) && ![404, 405, 501].includes(exchange.response.status))
      return pathPrefix(version, profile.product);
  }
  return undefined;
}

/** For a server that answers nothing at the paths of the profile: where it does answer, and how to configure that. */
export async function spokenElsewhere(session: Session): Promise<string | undefined> {
  const { baseUrl, contract } = session.target;
  const long = TOO_LONG.exec(baseUrl);
  if (long !== null)
    return `the server answers no operation below ${baseUrl}, because that address already ends with the beginning of every path: leave out ${long[0]}${asProfile(long[1] ?? "", contract.profile)}`;
  for (const profile of BUNDLED_PROFILES) {
    if (profile.product === contract.profile.product) continue;
    const prefix = await speaks(session, profile);
    if (prefix !== undefined)
      return `the server answers no operation below ${pathPrefix("2", contract.profile.product)}, and ${prefix} answers: did you mean --profile ${profile.name}, or "profile: ${profile.name}" in the target file?`;
  }
  return undefined;
}

/** Advice to state the product, if the profile has another one. */
function asProfile(product: string, current: Profile): string {
  if (product === current.product) return "";
  const bundled = BUNDLED_PROFILES.find((profile) => profile.product === product)?.name;
  return bundled === undefined
    ? `, and state "profile: { product: ${product} }" in the target file`
    : `, and state --profile ${bundled}, or "profile: ${bundled}" in the target file`;
}
