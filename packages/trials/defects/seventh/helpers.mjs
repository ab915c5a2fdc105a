// What several of these defects need.
import { accepted, contentOf, digestOf, withContent } from "../answers.mjs";
import { answeredBy, tells } from "../asking.mjs";

/** A role that is not good enough is let in where the request can be carried out. */
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

/** Tells another content after `learn` has seen the one of the server; `change` is as in `tells`. */
export const learnsAndTells = (learn, operations, change, shows) => {
  const show = tells(operations, change, shows);
  return (request, pass) =>
    show(request, async (asked) => {
      const answer = await pass(asked);
      const content = contentOf(answer);
      // A removal is answered with nothing.
      if (accepted(answer) && content !== undefined) await learn(request, content);
      return answer;
    });
};

/** The same answer with other members of its content. */
export const withMembers = (answer, members) => withContent(answer, { ...contentOf(answer), ...members });

/** The items of a list by what `keyOf` says of them, the last of each; undefined where none is lost. */
export function lastOfEach(items, keyOf) {
  const last = [...new Map(items.map((one) => [keyOf(one), one])).values()];
  return last.length === items.length ? undefined : last;
}
