import { layer } from "./fault.ts";
import { overlooks } from "./overlooks.ts";

/* Of the forms in which bodies, members of them, moments and words can come. */


export const bodyFormFaults = layer("body forms", [
  {
    id: "BF-01",
    text: "A list as the body of an update of a schedule is taken for a body that changes nothing.",
    violates: ["ERR-BODY-KIND"],
    change: (behaviour) => ({
      ...overlooks(["updateBackupSchedule"], ({ pointer }) => pointer === "")(behaviour),
      keeps: (body, operation) =>
        behaviour.keeps(operation.id === "updateBackupSchedule" && Array.isArray(body) ? {} : body, operation),
    }),
    probe: [["updateBackupSchedule", { json: [5] }]],
  },
  {
    id: "BF-02",
    text: "A truth value within a copy setting of a schedule is not checked.",
    violates: ["GEN-MEMBER-KIND"],
    change: overlooks(["updateBackupSchedule"], ({ pointer }) =>
      /^\/copySettings\/\d+\/shouldCopyOplogs$/.test(pointer),
    ),
    probe: [["updateBackupSchedule", { json: { copySettings: [{ shouldCopyOplogs: "x" }] } }]],
  },
]);
