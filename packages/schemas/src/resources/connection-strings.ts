import { array, mapOf, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { providerName } from "./provider-settings.ts";

const hosts = (suffix: string, port: number): string =>
  `engine://${["00", "01", "02"].map((n) => `cluster0-shard-00-${n}${suffix}.abcde.example.net:${port}`).join()}`;
const endpointUri = "engine://pl-0-us-east-1.abcde.example.net:1024";
const endpointSrv = "engine+srv://cluster0-pl-0-us-east-1.abcde.example.net";
const byEndpoint = (uri: string) => mapOf(string(), { examples: [{ "vpce-0123456789abcdef0": uri }] });

/** A private endpoint of a cluster, with its connection strings. */
export const privateEndpoint = object(
  {},
  {
    connectionString: string({ examples: [endpointUri] }),
    endpoints: array(
      object(
        {},
        {
          endpointId: string({ examples: ["vpce-0123456789abcdef0"] }),
          providerName,
          region: string({ examples: ["US_EAST_1"] }),
        },
      ),
    ),
    srvConnectionString: string({ examples: ["engine+srv://pl-0-us-east-1.abcde.example.net"] }),
    srvShardOptimizedConnectionString: string({ examples: ["engine+srv://pl-0-us-east-1-lb.abcde.example.net"] }),
    type: string(),
  },
  { title: "PrivateEndpoint" },
);
/** How to reach a cluster through a private endpoint. */
export type PrivateEndpoint = Static<typeof privateEndpoint>;

/**
 * All connection strings of a cluster. They are plain texts: `CONNECTION_STRING_FORMS` checks host names as a SHOULD.
 */
export const connectionStrings = object(
  {},
  {
    private: string({ examples: [hosts("-pri", 27017)] }),
    privateEndpoint: array(privateEndpoint),
    privateSrv: string({ examples: ["engine+srv://cluster0-pri.abcde.example.net"] }),
    providerPrivateLink: byEndpoint(endpointUri),
    providerPrivateLinkSrv: byEndpoint(endpointSrv),
    standard: string({ examples: [hosts("", 27017)] }),
    standardSrv: string({ examples: ["engine+srv://cluster0.abcde.example.net"] }),
  },
  { title: "ConnectionStrings" },
);
/** A value that `connectionStrings` accepts. */
export type ConnectionStrings = Static<typeof connectionStrings>;
