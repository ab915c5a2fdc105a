import { Refusal } from "../refusal.ts";
import { layer } from "./fault.ts";
import { asksForToken, readsHistory, readsHistoryOf } from "./requests.ts";

/** The beginning of the detail in a refusal of the whole body. */
const NO_OBJECT = 'The body is not valid at "": expected object';

/** The requirements that a server breaks with a page instead of the standard error body. */
const BY_A_PAGE = [
  "GEN-JSON-BODIES",
  "ERR-BODY-DETAIL",
  "ERR-BODY-ERROR",
  "ERR-BODY-ERRORCODE",
  "ERR-BODY-REASON",
  "HDR-CONTENT-TYPE",
];

/** Refusals with the wrong status, the wrong code or a body of another form than the standard one. */
export const errorBodyFaults = layer("error body", [
  {
    id: "EB-01",
    text: "error is always 400, whatever the status.",
    violates: ["ERR-STATUS-EQUALS"],
    change: () => ({ errorBody: (error) => ({ ...error, error: 400 }) }),
    probe: readsHistoryOf("nowhere"),
  },
  {
    id: "EB-02",
    text: "error is a text.",
    violates: ["ERR-BODY-ERROR"],
    change: () => ({ errorBody: (error) => ({ ...error, error: String(error.error) }) }),
    probe: readsHistoryOf("nowhere"),
  },
  {
    id: "EB-20",
    text: "With pretty, error is a text.",
    violates: ["ERR-BODY-ERROR"],
    change: ({ errorBody }) => ({
      errorBody: (error, pretty) => (pretty ? { ...error, error: String(error.error) } : errorBody(error, pretty)),
    }),
    probe: [["getAlert", { path: { alertId: "f".repeat(24) }, query: "pretty=true" }]],
  },
  {
    id: "EB-03",
    text: "Every 404 has an HTML page as its body.",
    violates: BY_A_PAGE,
    change: () => ({
      errorPage: (status) =>
        status === 404 ? { mediaType: "text/html", text: "<!doctype html><title>404</title>Not found" } : undefined,
    }),
    probe: readsHistoryOf("nowhere"),
  },
  {
    id: "EB-06",
    text: "The token endpoint answers errors in the standard body instead of its own.",
    violates: ["TOKEN-ERROR-SHAPE"],
    change: () => ({
      tokenError: ({ error, error_description }, status) => ({
        detail: error_description,
        error: status,
        errorCode: error.toUpperCase(),
        reason: "Bad Request",
      }),
    }),
    probe: asksForToken("grant_type=password"),
  },
  {
    id: "EB-07",
    text: "The error body has no reason.",
    violates: ["ERR-BODY-REASON"],
    change: () => ({ errorBody: ({ detail, error, errorCode }) => ({ detail, error, errorCode }) }),
    probe: readsHistoryOf("nowhere"),
  },
  {
    id: "EB-08",
    text: "The error body has no errorCode.",
    violates: ["ERR-BODY-ERRORCODE"],
    change: () => ({ errorBody: ({ detail, error, reason }) => ({ detail, error, reason }) }),
    probe: readsHistoryOf("nowhere"),
  },
  {
    id: "EB-09",
    text: "The error body has no detail.",
    violates: ["ERR-BODY-DETAIL"],
    change: () => ({ errorBody: ({ error, errorCode, reason }) => ({ error, errorCode, reason }) }),
    probe: readsHistoryOf("nowhere"),
  },
  {
    id: "EB-10",
    text: "A broken limit is answered with 422.",
    violates: ["ERR-400-REASON"],
    change: () => ({ errorStatus: (status) => (status === 400 ? 422 : status) }),
    probe: readsHistory("nLogs=-1"),
  },
  {
    id: "EB-11",
    text: "A missing role is answered 403 with the errorCode NOT_ORG_GROUP_CREATOR and the reason Forbidden.",
    violates: ["ERR-401-REASON"],
    change: ({ errorBody }) => ({
      errorBody: (error) => errorBody(error.error === 403 ? { ...error, errorCode: "NOT_ORG_GROUP_CREATOR" } : error),
    }),
    probe: [["getAlert", { as: "noRole" }]],
  },
  {
    id: "EB-12",
    text: "A body that is not JSON is answered 500.",
    violates: ["ERR-MALFORMED-JSON"],
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.errorCode === "MALFORMED_JSON" ? new Refusal(500, "UNEXPECTED_ERROR", given.detail) : given;
      },
    }),
    probe: [["createAlertConfig", { body: "{" }]],
  },
  {
    id: "EB-13",
    text: "An update of the custom DNS setting with a body that is not JSON is answered 500.",
    violates: ["ERR-MALFORMED-JSON"],
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.errorCode === "MALFORMED_JSON" && operation?.id === "updateCustomDns"
          ? new Refusal(500, "UNEXPECTED_ERROR", given.detail)
          : given;
      },
    }),
    probe: [["updateCustomDns", { body: "{" }]],
  },
  {
    id: "EB-16",
    text: "A JSON body with an invalid escape in the name of a member is answered 500.",
    violates: ["ERR-MALFORMED-JSON"],
    change: ({ malformedStatus }) => ({
      malformedStatus: (text) => (/"\\[^"\\/bfnrtu][^"]*":/.test(text) ? 500 : malformedStatus(text)),
    }),
    probe: [["createAlertConfig", { body: String.raw`{"\q":1}` }]],
  },
  {
    id: "EB-18",
    text: "A body that is not JSON is answered with an HTML page.",
    violates: BY_A_PAGE,
    change: () => ({
      malformedStatus: () => 422,
      errorPage: (status) =>
        status === 422 ? { mediaType: "text/html", text: "<!doctype html><pre>SyntaxError</pre>" } : undefined,
    }),
    probe: [["createAlertConfig", { body: "{" }]],
  },
  {
    id: "EB-19",
    text: "A JSON body that is not an object is answered 500.",
    violates: ["ERR-MALFORMED-JSON", "ERR-NO-500", "ERR-BODY-KIND"],
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.detail.startsWith(NO_OBJECT) ? new Refusal(500, "UNEXPECTED_ERROR", given.detail) : given;
      },
    }),
    probe: [["createAlertConfig", { body: "null" }]],
  },
  {
    id: "EB-14",
    text: "A project that does not exist is answered 500.",
    violates: ["ERR-NO-500"],
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.errorCode === "GROUP_NOT_FOUND" ? new Refusal(500, "UNEXPECTED_ERROR", given.detail) : given;
      },
    }),
    probe: [["listAlerts", { path: { groupId: "f".repeat(24) } }]],
  },
  {
    id: "EB-15",
    text: "A change of a snapshot's expiration is answered without a body.",
    violates: ["OP51-RESP"],
    change: ({ answers }) => ({
      answers: (operation, body, given) =>
        operation.id === "changeSnapshotExpiration" ? { status: 200 } : answers(operation, body, given),
    }),
    probe: [["changeSnapshotExpiration", { json: { retentionUnit: "WEEKS", retentionValue: 1 } }]],
  },
]);
