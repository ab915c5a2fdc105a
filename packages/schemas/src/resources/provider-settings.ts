import { boolean, integer, object, open, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { PROVIDER_CODES } from "../vocabulary.ts";

/** A provider code where the description does not close the set: for example, shared tiers have their own codes. */
export const providerName = string({ "x-known-values": PROVIDER_CODES, examples: ["PROVIDER_A"] });

/** The provider, region and hardware of a cluster; the description names `diskIOPS` without a type. */
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
/** The provider, region and hardware of a cluster. */
export type ProviderSettings = Static<typeof providerSettings>;
