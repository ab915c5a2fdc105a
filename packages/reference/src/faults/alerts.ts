import { layer } from "./fault.ts";

export const alertFaults = layer("alerts", [
  {
    id: "AL-01",
    text: "The status filter is ignored.",
    violates: ["ALT-LIST-STATUS-FILTER"],
    change: () => ({ statusMatches: () => true }),
  },
  {
    id: "AL-02",
    text: "An acknowledged alert stays among the open ones.",
    violates: ["ALT-ACK-LEAVES-OPEN-LIST", "ALT-OPEN-LIST"],
    change: () => ({ isOpen: ({ status }) => status !== "CLOSED" }),
  },
  {
    id: "AL-20",
    text: "acknowledgedUntil is never shown.",
    violates: ["ALT-ACK"],
    change: () => ({ showAlert: ({ acknowledgedUntil: _acknowledgedUntil, ...body }) => body }),
  },
  {
    id: "AL-21",
    text: "An acknowledged alert has a status outside the list.",
    violates: ["ALT-STATUS-ENUM"],
    change: () => ({
      showAlert: (body) => ("acknowledgedUntil" in body ? { ...body, status: "ACKNOWLEDGED" } : body),
    }),
  },
]);
