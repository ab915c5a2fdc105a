// Helpers for several of these defects.
import { accepted, digestOf } from "../answers.mjs";
import { answeredBy } from "../asking.mjs";
import { failedWith, forbidden } from "../fourth/helpers.mjs";

const roleBehind = (roleOf, request) => roleOf(digestOf(request).username);

/** Refuses a sufficient role. */
export const keepsOut =
  (operation, role) =>
  ({ roleOf, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || !accepted(answer) || roleBehind(roleOf, request) !== role) return answer;
    shows();
    return failedWith(request, answer, forbidden);
  };

/** Accepts an insufficient role. */
export const letsIn =
  (operation, role) =>
  ({ caller, roleOf, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || answer.status !== 403) return answer;
    if (roleBehind(roleOf, request) !== role) return answer;
    const other = await answeredBy(caller, request, answer);
    if (accepted(other)) shows();
    return other;
  };
