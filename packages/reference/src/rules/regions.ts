import type { Fields } from "../world/state.ts";
import { fieldsOf, listMember } from "./members.ts";

/*
 * Names of regions that tell which provider they belong to. The description lists none, so a name that is not here fits
 * every provider.
 */
const REGIONS: readonly ReadonlySet<string>[] = [
  new Set(["US_EAST_1", "US_WEST_1", "EU_WEST_1", "EU_CENTRAL_1", "AP_SOUTHEAST_1"]),
  new Set(["US_CENTRAL", "EUROPE_NORTH", "EUROPE_WEST", "ASIA_EAST"]),
  new Set(["CENTRAL_US", "EASTERN_US", "WESTERN_EUROPE", "EASTERN_ASIA_PACIFIC"]),
];

/** Whether the layout of a cluster names regions of more than one provider. */
export function spansProviders(asked: Fields): boolean {
  const layouts = [
    asked["replicationSpec"],
    ...listMember(asked, "replicationSpecs").map((zone) => zone["regionsConfig"]),
  ];
  const regions = layouts.flatMap((layout) => Object.keys(fieldsOf(layout)));
  return REGIONS.filter((own) => regions.some((region) => own.has(region))).length > 1;
}
