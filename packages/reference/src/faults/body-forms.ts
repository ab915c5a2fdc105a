import { Refusal } from "../refusal.ts";
import { layer } from "./fault.ts";
import { overlooks } from "./overlooks.ts";

/* Of the forms in which bodies, members of them, moments and words can come. */

const NO_CHARSET = "a content type without parameters";


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
  {
    id: "BF-03",
    text: "A content type with a parameter is not supported where auditing is updated.",
    violates: ["GEN-CONTENT-TYPE"],
    shownOn: ["updateAuditing"],
    change: ({ objections, refusal }) => ({
      objections: (found, sent) =>
        sent.operation.id === "updateAuditing" && sent.contentType.includes(";")
          ? [{ pointer: "", keyword: "type", expected: NO_CHARSET, received: sent.contentType }]
          : objections(found, sent),
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.detail.includes(NO_CHARSET) ? new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", given.detail) : given;
      },
    }),
    probe: [
      ["updateAuditing", { json: { enabled: true }, headers: { "Content-Type": "application/json; charset=utf-8" } }],
    ],
  },
]);
