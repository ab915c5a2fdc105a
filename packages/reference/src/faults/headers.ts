import { layer } from "./fault.ts";

/** Mistakes in the headers that every answer must have. */
export const headerFaults = layer("headers", [
  {
    id: "HD-01",
    text: "The service version header does not have the stated form.",
    violates: ["HDR-SERVICE-VERSION"],
    change: () => ({ serviceVersion: () => "1.2.3" }),
    probe: [["getAlert"]],
  },
  {
    id: "HD-02",
    text: "A success carries no Content-Type.",
    violates: ["HDR-CONTENT-TYPE", "VER-2-CONTENT-TYPE"],
    change: () => ({ mediaType: () => undefined }),
    probe: [["getAlert"]],
  },
]);
