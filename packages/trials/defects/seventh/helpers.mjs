// Helpers for several of these defects.
import { accepted, contentOf, digestOf, withContent } from "../answers.mjs";
import { answeredBy, tells } from "../asking.mjs";

/** Accepts an insufficient role for requests that can be carried out. */
export const opensTo =
  (operation, role) =>
  ({ caller, roleOf, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== operation || answer.status !== 403) return answer;
    if (roleOf(digestOf(request).username) !== role) return answer;
    const other = await answeredBy(caller, request, answer);
    if (!accepted(other)) return answer;
    shows();
    return other;
  };

/** Replaces the content of answers after `learn` has seen the original; `change` is as in `tells`. */
export const learnsAndTells = (learn, operations, change, shows) => {
  const show = tells(operations, change, shows);
  return (request, pass) =>
    show(request, async (asked) => {
      const answer = await pass(asked);
      const content = contentOf(answer);
      // The answer to a deletion has no content.
      if (accepted(answer) && content !== undefined) await learn(request, content);
      return answer;
    });
};

/** The answer with changed members of its content. */
export const withMembers = (answer, members) => withContent(answer, { ...contentOf(answer), ...members });

/** The last item of a list for each key; undefined if none is lost. */
export function lastOfEach(items, keyOf) {
  const last = [...new Map(items.map((one) => [keyOf(one), one])).values()];
  return last.length === items.length ? undefined : last;
}
