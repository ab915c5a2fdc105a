import type { BoundOperation } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import { Refusal } from "../refusal.ts";
import type { Variant } from "./variant.ts";

/** Gives refusals with one status another status and another code; all others stay. */
const refuses =
  (from: number, to: number, errorCode: string, unless: readonly string[] = []) =>
  ({ refusal }: Behaviour): Partial<Behaviour> => ({
    refusal: (suggested, operation) => {
      const given = refusal(suggested, operation);
      if (given.status !== from || unless.includes(given.errorCode)) return given;
      if (operation?.authentication === "clientCredentials") return given;
      return new Refusal(to, errorCode, given.detail, given.headers);
    },
  });

/** Gives successes of some operations another status. */
const succeeds =
  (concerns: (operation: BoundOperation) => boolean, status: number, of = 200) =>
  ({ answers }: Behaviour): Partial<Behaviour> => ({
    answers: (operation, body, given) => {
      const answer = answers(operation, body, given);
      // The description states the successes of the token endpoint, including the status.
      const free = operation.authentication !== "clientCredentials" && concerns(operation);
      return answer.status === of && free ? { ...answer, status } : answer;
    },
  });

/** Gives answers without a body another status, and a body if there is one. */
const emptyAs =
  (status: number, body?: unknown) =>
  ({ answers }: Behaviour): Partial<Behaviour> => ({
    answers: (operation, shown, given) => (shown === undefined ? { status, body } : answers(operation, shown, given)),
  });

const writes = ({ risk }: BoundOperation): boolean => risk !== "read";
const creates = ({ id }: BoundOperation): boolean => /^(create|take|start)/.test(id);

/** Other statuses, where the description states none. */
export const statusVariants: readonly Variant[] = [
  {
    id: "forbidden-404",
    text: "A caller without a role is answered 404, as for an unknown resource.",
    change: refuses(403, 404, "RESOURCE_NOT_FOUND"),
  },
  {
    id: "forbidden-400",
    text: "A caller without a role is answered 400.",
    change: refuses(403, 400, "USER_CANNOT_ACCESS_GROUP"),
  },
  {
    id: "not-found-400",
    text: "An id without a record is answered 400.",
    change: refuses(404, 400, "INVALID_RESOURCE_ID"),
  },
  {
    id: "not-found-403",
    text: "An id without a record is answered like a missing role.",
    change: refuses(404, 403, "ACCESS_FORBIDDEN"),
  },
  {
    id: "not-found-410",
    text: "An id without a record is answered 410.",
    change: refuses(404, 410, "RESOURCE_GONE"),
  },
  {
    id: "method-404",
    text: "A method that a path does not have is answered like an unknown path.",
    change: refuses(405, 404, "RESOURCE_NOT_FOUND"),
  },
  {
    id: "method-501",
    text: "A method that a path does not have is answered 501.",
    change: refuses(405, 501, "NOT_IMPLEMENTED"),
  },
  {
    id: "malformed-json-422",
    text: "A body that is not JSON is answered 422.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.errorCode === "MALFORMED_JSON"
          ? new Refusal(422, "UNPROCESSABLE_CONTENT", given.detail, given.headers)
          : given;
      },
    }),
  },
  { id: "creates-201", text: "A create is answered 201.", change: succeeds(creates, 201) },
  { id: "writes-202", text: "Every write is answered 202.", change: succeeds(writes, 202) },
  {
    id: "reads-203",
    text: "A read is answered 203, as through a proxy that transforms.",
    change: succeeds((operation) => !writes(operation), 203),
  },
  { id: "deletes-200-object", text: "A delete is answered 200 with {}.", change: emptyAs(200, {}) },
  { id: "deletes-202-object", text: "A delete is answered 202 with {}.", change: emptyAs(202, {}) },
  { id: "deletes-200-bare", text: "A delete is answered 200 without a body.", change: emptyAs(200) },
];
