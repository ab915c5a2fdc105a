import { PROVIDER_CODES } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";
import { fieldsOf, listMember, textMember } from "./members.ts";

/*
 * Names of regions that show their provider. The description lists none, so a name that is not here fits every
 * provider.
 */
const REGIONS: readonly ReadonlySet<string>[] = [
  new Set(["US_EAST_1", "US_WEST_1", "EU_WEST_1", "EU_CENTRAL_1", "AP_SOUTHEAST_1"]),
  new Set(["US_CENTRAL", "EUROPE_NORTH", "EUROPE_WEST", "ASIA_EAST"]),
  new Set(["CENTRAL_US", "EASTERN_US", "WESTERN_EUROPE", "EASTERN_ASIA_PACIFIC"]),
];

function providersIn(asked: Fields): readonly number[] {
  const layouts = [
    asked["replicationSpec"],
    ...listMember(asked, "replicationSpecs").map((zone) => zone["regionsConfig"]),
  ];
  const regions = layouts.flatMap((layout) => Object.keys(fieldsOf(layout)));
  return [...REGIONS.keys()].filter((provider) => regions.some((region) => REGIONS[provider]?.has(region)));
}

/** Whether the layout of a cluster names regions of more than one provider. */
export function spansProviders(asked: Fields): boolean {
  return providersIn(asked).length > 1;
}

/** Whether all regions of the layout belong to one provider, and the cluster names another. */
export function liesElsewhere(asked: Fields): boolean {
  const named = textMember(fieldsOf(asked["providerSettings"]), "providerName");
  const codes: readonly unknown[] = PROVIDER_CODES;
  const own = codes.indexOf(named);
  const [provider, ...others] = providersIn(asked);
  return own !== -1 && provider !== undefined && provider !== own && others.length === 0;
}
