import { layer } from "./fault.ts";

export const formFaults = layer("forms", [
  {
    id: "ID-01",
    text: "Record ids are shown in upper-case letters.",
    violates: ["GEN-ID-VALID"],
    change: () => ({ showId: (id) => id.toUpperCase() }),
  },
  {
    id: "TS-01",
    text: "Timestamps are shown with an offset of two hours.",
    violates: ["GEN-TIMESTAMPS"],
    change: ({ showInstant }) => ({
      showInstant: (at) => showInstant(at + 2 * 60 * 60 * 1_000).replace("Z", "+02:00"),
    }),
  },
  {
    id: "TS-02",
    text: "Timestamps are numbers of milliseconds, as text.",
    violates: ["GEN-TIMESTAMPS"],
    change: () => ({ showInstant: (at) => String(at) }),
  },
]);
