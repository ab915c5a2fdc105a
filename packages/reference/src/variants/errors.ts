import { REALM } from "../auth/digest.ts";
import { Refusal } from "../refusal.ts";
import { fieldsOf } from "../rules/members.ts";
import { answering, type Variant } from "./variant.ts";

/** Codes whose meaning the description states. */
const SHOWN = ["VALIDATION_ERROR", "NOT_ORG_GROUP_CREATOR"];

/** Other codes, details and media types of errors, where the description allows them. */
export const errorVariants: readonly Variant[] = [
  {
    id: "error-codes-own",
    text: "Error codes that the description does not show are numbers with a letter.",
    change: ({ errorBody }) => ({
      errorBody: (error) =>
        errorBody(SHOWN.includes(error.errorCode) ? error : { ...error, errorCode: `E${error.error}0` }),
    }),
  },
  {
    id: "limits-own-word",
    text: "A broken limit is answered 400 with the server's own error code.",
    change: ({ errorBody }) => ({
      errorBody: (error) =>
        errorBody(error.errorCode === "VALIDATION_ERROR" ? { ...error, errorCode: "INVALID_ATTRIBUTE" } : error),
    }),
  },
  {
    id: "limits-422",
    text: "A broken limit is answered 422 with the server's own error code.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.errorCode === "VALIDATION_ERROR" && operation?.authentication !== "clientCredentials"
          ? new Refusal(422, "UNPROCESSABLE_CONTENT", given.detail, given.headers)
          : given;
      },
    }),
  },
  {
    id: "error-details-foreign",
    text: "Details of errors are in another language, and long.",
    change: ({ errorBody }) => ({
      errorBody: (error) =>
        errorBody({ ...error, detail: `Das geht nicht: „${error.errorCode}“ – ${"ä".repeat(400)}` }),
    }),
  },
  {
    id: "error-details-empty",
    text: "Details of errors are empty.",
    change: ({ errorBody }) => ({ errorBody: (error) => errorBody({ ...error, detail: "" }) }),
  },
  {
    id: "error-reasons-own",
    text: "Reasons that the description does not show are the server's own.",
    change: ({ errorBody }) => ({
      errorBody: (error) =>
        errorBody(
          error.error === 400 || error.error === 401 ? error : { ...error, reason: `Refused (${error.error})` },
        ),
    }),
  },
  {
    id: "error-extra-members",
    text: "Errors carry members beyond the four.",
    change: ({ errorBody }) => ({
      errorBody: (error) => ({ parameters: [error.errorCode], ...fieldsOf(errorBody(error)), badRequestDetail: null }),
    }),
  },
  {
    id: "error-vendor-media-type",
    text: "Errors have the dated media type too.",
    edge: (service) => {
      const type = service.behaviour.mediaType("2", service.contract.profile.product) ?? "application/json";
      return answering((answer, { path }) =>
        answer.status >= 400 && path.includes("/v2/")
          ? { ...answer, headers: { ...answer.headers, "Content-Type": type } }
          : answer,
      );
    },
  },
  {
    id: "error-problem-json",
    text: "Errors have the media type of problem details.",
    change: () => ({ errorMediaType: () => "application/problem+json" }),
  },
  {
    id: "forbidden-401",
    text: "A caller without a role is answered 401 with NOT_ORG_GROUP_CREATOR and a challenge.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.status === 403 && operation?.authentication === "digest"
          ? new Refusal(401, "NOT_ORG_GROUP_CREATOR", given.detail, given.headers)
          : given;
      },
    }),
    edge: ({ behaviour, auth }) =>
      answering((answer) => {
        if (answer.status !== 401 || "WWW-Authenticate" in answer.headers) return answer;
        const challenge = behaviour.challenge(REALM, auth.nonces.issue(), false) ?? "";
        return { ...answer, headers: { ...answer.headers, "WWW-Authenticate": challenge } };
      }),
  },
];
