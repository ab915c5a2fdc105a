import { fieldsOf } from "../rules/members.ts";
import { layer } from "./fault.ts";

/** A well-formed id that no record has. */
const OTHER = "fedcba9876543210fedcba98";

/** Ids and timestamps in a form that the interface does not define. */
export const formFaults = layer("forms", [
  {
    id: "ID-01",
    text: "Record ids are shown in upper-case letters.",
    violates: ["GEN-ID-VALID"],
    change: () => ({ showId: (id) => id.toUpperCase() }),
    probe: [["getAlert"]],
  },
  {
    id: "ID-02",
    text: "An alert configuration that is read shows the id of another.",
    violates: ["GEN-RECORD-ADDRESSED", "ALC-CREATE-ECHO"],
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.id !== "getAlertConfig") return answer;
        return { ...answer, body: { ...fieldsOf(answer.body), id: OTHER } };
      },
    }),
    probe: [["getAlertConfig"]],
  },
  {
    id: "TS-01",
    text: "Timestamps are shown with an offset of two hours.",
    violates: ["GEN-TIMESTAMPS"],
    change: ({ showInstant }) => ({
      showInstant: (at) => showInstant(at + 2 * 60 * 60 * 1_000).replace("Z", "+02:00"),
    }),
    probe: [["getAlert"]],
  },
  {
    id: "TS-02",
    text: "Timestamps are numbers of milliseconds, as text.",
    violates: ["GEN-TIMESTAMPS"],
    change: () => ({ showInstant: (at) => String(at) }),
    probe: [["getAlert"]],
  },
]);
