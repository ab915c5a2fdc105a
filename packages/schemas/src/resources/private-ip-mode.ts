import { boolean, object } from "../build.ts";
import type { Static } from "../json-schema.ts";

const enabled = boolean({ examples: [false] });

/**
 * Private IP mode can only be switched off. The description does not say how servers treat `true`, so the schema leaves
 * it open.
 */
export const privateIpModeInput = object({ enabled }, {}, { title: "PrivateIpModeInput", "x-level": "SHOULD" });

/** Whether private IP mode is on; requests can only switch it off. */
export const privateIpMode = object({ enabled }, {}, { title: "PrivateIpMode" });

/** A value that `privateIpMode` accepts. */
export type PrivateIpMode = Static<typeof privateIpMode>;
