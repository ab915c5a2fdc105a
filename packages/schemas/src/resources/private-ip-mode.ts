import { boolean, object } from "../build.ts";
import type { Static } from "../json-schema.ts";

const enabled = boolean({ examples: [false] });

/** Private IP mode can only be switched off; what becomes of `true` is not described, so the schema leaves it open. */
export const privateIpModeInput = object({ enabled }, {}, { title: "PrivateIpModeInput", "x-level": "SHOULD" });
export const privateIpMode = object({ enabled }, {}, { title: "PrivateIpMode" });
export type PrivateIpMode = Static<typeof privateIpMode>;
