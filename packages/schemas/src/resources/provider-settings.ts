import { boolean, integer, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { PROVIDER_CODES } from "../vocabulary.ts";

/** A provider's code where the description does not close the set: shared tiers, for one, have codes of their own. */
export const providerName = string({ "x-known-values": PROVIDER_CODES, examples: ["PROVIDER_A"] });

/** Where and on which hardware a cluster runs; `diskIOPS` is named without a type. */
export const providerSettings = object(
  {},
  {
    autoScaling: object(
      {},
      {
        compute: object(
          {},
          { maxInstanceSize: string({ examples: ["M40"] }), minInstanceSize: string({ examples: ["M10"] }) },
        ),
      },
    ),
    diskIOPS: open(integer({ examples: [3000] })),
    encryptEBSVolume: boolean({ examples: [true] }),
    instanceSizeName: string({ examples: ["M10"] }),
    providerName,
    regionName: string({ examples: ["US_EAST_1"] }),
    volumeType: string({ "x-known-values": ["STANDARD", "PROVISIONED"], examples: ["STANDARD"] }),
  },
  { title: "ProviderSettings" },
);
/** Where a cluster runs, and on what. */
export type ProviderSettings = Static<typeof providerSettings>;
