import { boolean, object } from "../build.ts";
import type { Static } from "../json-schema.ts";

const enabled = boolean({ examples: [false] });

/** Private IP mode can only be switched off; what becomes of `true` is not described, so the schema leaves it open. */
export const privateIpModeInput = object({ enabled }, {}, { title: "PrivateIpModeInput", "x-level": "SHOULD" });

/** Whether private IP mode is on; a request can only switch it off. */
export const privateIpMode = object({ enabled }, {}, { title: "PrivateIpMode" });

/** What `privateIpMode` accepts. */
export type PrivateIpMode = Static<typeof privateIpMode>;
