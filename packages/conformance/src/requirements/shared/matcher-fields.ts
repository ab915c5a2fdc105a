import { jsonOf } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * The field names that a matcher may use. A target without the operation that lists them shows some in the matchers of
 * its configurations; empty if it shows none.
 */
export async function matcherFields(story: Story): Promise<readonly string[]> {
  if (listsMatcherFields(story)) {
    const answer = await story.ask("listMatcherFieldNames", story.addresses.servedAs("listMatcherFieldNames"));
    return (listIn(jsonOf(answer)) ?? []).filter(isText);
  }
  const [version] = story.addresses.servedIn("listAlertConfigs");
  if (version === undefined) return [];
  const configs = listIn(jsonOf(await story.ask("listAlertConfigs", { version, query: ONE_LARGE_PAGE }))) ?? [];
  const names = configs.flatMap((config) =>
    (listIn(member(config, story.contract.field("matchers"))) ?? []).map((matcher) => member(matcher, "fieldName")),
  );
  return [...new Set(names.filter(isText))];
}

/** The same, for a story that says nothing if the target has the operation and does not answer it. */
export async function neededMatcherFields(story: Story): Promise<readonly string[]> {
  if (!listsMatcherFields(story)) return matcherFields(story);
  return (listIn((await story.prepares("listMatcherFieldNames")).json) ?? []).filter(isText);
}

/** Whether the target has the operation that lists all of them. */
export const listsMatcherFields = ({ contract }: Story): boolean =>
  contract.operation("listMatcherFieldNames").routes.length > 0;
