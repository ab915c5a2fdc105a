import { ANALYZER_PREFIX } from "../vocabulary.ts";
import type { Profile } from "./profile.ts";

/** The contract's own names. A target with other names needs another profile, or a file that overrides this one. */
export const neutral: Profile = {
  name: "neutral",
  product: "product",
  fields: {},
  headers: {},
  values: {},
  moreValues: {},
  providerCodes: ["PROVIDER_A", "PROVIDER_B", "PROVIDER_C"],
  analyzerPrefix: ANALYZER_PREFIX,
  tokenScheme: "Bearer",
  routes: {},
  standalonePaths: {},
};
