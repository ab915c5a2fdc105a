import { boolean, object } from "../build.ts";
import type { Static } from "../json-schema.ts";

/** Whether clusters of the first cloud provider use custom DNS. Requests and answers have the same form. */
export const customDns = object({ enabled: boolean({ examples: [true] }) }, {}, { title: "CustomDns" });

/** Whether clusters of the first cloud provider use custom DNS, in requests and answers. */
export type CustomDns = Static<typeof customDns>;
