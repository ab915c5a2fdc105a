import { Refusal } from "../refusal.ts";
import { layer } from "./fault.ts";
import { overlooks } from "./overlooks.ts";
import { acknowledges, readsHistory } from "./requests.ts";

/* Faults about the forms of bodies, members, timestamps and words. */

const NO_CHARSET = "a content type without parameters";

/** The milliseconds that are lost if a fraction of one or two digits is read as thousandths. */
function lostOf(text: string): number {
  const [, digits] = /\.(\d{1,2})(?=[Z+-])/.exec(text) ?? [];
  return digits === undefined ? 0 : Number(digits.padEnd(3, "0")) - Number(digits);
}

/** The last second since the epoch that fits in 32 bits, as milliseconds. */
const LATEST_OF_32_BITS = (2 ** 31 - 1) * 1_000;

/** Mistakes that only an unusual form of a body, a timestamp or a word reveals. */
export const bodyFormFaults = layer("body forms", [
  {
    id: "BF-01",
    text: "An update of a schedule accepts a list as its body, and changes nothing.",
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
    text: "An update of a schedule does not check the type of shouldCopyOplogs in copySettings.",
    violates: ["GEN-MEMBER-KIND"],
    change: overlooks(["updateBackupSchedule"], ({ pointer }) =>
      /^\/copySettings\/\d+\/shouldCopyOplogs$/.test(pointer),
    ),
    probe: [["updateBackupSchedule", { json: { copySettings: [{ shouldCopyOplogs: "x" }] } }]],
  },
  {
    id: "BF-08",
    text: "An update of a schedule checks only the first of its copySettings.",
    violates: ["GEN-MEMBER-KIND"],
    change: overlooks(["updateBackupSchedule"], ({ pointer }) => /^\/copySettings\/[1-9]/.test(pointer)),
    probe: [["updateBackupSchedule", { json: { copySettings: [{}, { shouldCopyOplogs: "x" }] } }]],
  },
  {
    id: "BF-03",
    text: "An update of auditing refuses a Content-Type with a parameter.",
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
  {
    id: "BF-04",
    text: "A fraction of a second with one or two digits is read as that many milliseconds.",
    violates: ["ALT-ACK-MOMENT"],
    change: ({ readInstant }) => ({
      readInstant: (text) => {
        const at = readInstant(text);
        return at === undefined ? undefined : at - lostOf(text);
      },
    }),
    probe: acknowledges({ acknowledgedUntil: "2099-07-01T12:00:00.5Z" }),
  },
  {
    id: "BF-05",
    text: "A moment after January 2038 becomes the last second that fits into 32 bits.",
    violates: ["ALT-ACK-MOMENT"],
    change: ({ readInstant }) => ({
      readInstant: (text) => {
        const at = readInstant(text);
        return at === undefined ? undefined : Math.min(at, LATEST_OF_32_BITS);
      },
    }),
    probe: acknowledges({ acknowledgedUntil: "2099-07-01T12:00:00Z" }),
  },
  {
    id: "BF-06",
    text: "The access history refuses an end that is later than 32 bits of seconds can hold.",
    violates: ["ACC-WINDOW-EDGES"],
    change: ({ read }) => ({
      read: (parameter, text, operation) => {
        const reading = read(parameter, text, operation);
        const isLate = parameter.name === "end" && Number(text) > LATEST_OF_32_BITS;
        return isLate ? { kind: "none", keyword: "maximum", expected: "a date" } : reading;
      },
    }),
    probe: readsHistory("start=0&end=253402300799999"),
  },
  {
    id: "BF-07",
    text: "A status in lower case is ignored: the list contains alerts of every status.",
    violates: ["ALT-LIST-STATUS-FILTER"],
    change: ({ read, statusMatches }) => ({
      read: (parameter, text, operation) =>
        parameter.name === "status" && /^[a-z]+$/.test(text)
          ? { kind: "value", value: text }
          : read(parameter, text, operation),
      statusMatches: (alert, asked) => /^[a-z]+$/.test(asked) || statusMatches(alert, asked),
    }),
    probe: [["listAlerts", { query: "status=open" }]],
  },
]);
