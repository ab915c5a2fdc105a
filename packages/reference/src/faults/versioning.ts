import { essence } from "@plumbline/schemas";
import { layer } from "./fault.ts";

/** Mistakes in the versions of the interface that a server has, and in the media types of its answers. */
export const versioningFaults = layer("versioning", [
  {
    id: "VE-01",
    text: "Version 2 answers in the media type of a later date than the requested one.",
    violates: ["VER-2-CONTENT-TYPE"],
    change: ({ mediaType }) => ({
      mediaType: (version, product, accept) =>
        version === "2" ? `application/vnd.${product}.2031-05-01+json` : mediaType(version, product, accept),
    }),
    probe: [["getAlert", { version: "2" }]],
  },
  {
    id: "VE-10",
    text: "Version 1.0 is not served.",
    violates: ["VER-1-PATH"],
    change: () => ({ mount: (route) => (route.version === "1.0" ? [] : [route]) }),
    probe: [["getAlert", { version: "1.0" }]],
  },
  {
    id: "VE-11",
    text: "Version 2 refuses the dated media type and accepts only application/json.",
    violates: ["VER-2-PATH"],
    change: ({ accepts }) => ({
      accepts: (accept, version, profile) =>
        version === "2" ? essence(accept ?? "") === "application/json" : accepts(accept, version, profile),
    }),
    probe: [["getAlert", { version: "2" }]],
  },
  {
    id: "VE-12",
    text: "Version 2 is not served.",
    violates: ["VER-2-PATH"],
    change: () => ({ mount: (route) => (route.version === "2" ? [] : [route]) }),
    probe: [["getAlert", { version: "2" }]],
  },
]);
