import { requirements, type WatchRequirement } from "@plumbline/conformance";

const RULES: ReadonlyMap<string, WatchRequirement> = new Map(
  requirements.flatMap((rule) => (rule.kind === "watch" && isBinding(rule) ? [[rule.id, rule]] : [])),
);

/** A rule about all answers by its id; none of those that cannot be failed. */
export const answerRule = (id: string): WatchRequirement | undefined => RULES.get(id);

/** Whether an answer that breaks a rule is a failure, in contrast to something observed. */
export function isBinding({ level }: Pick<WatchRequirement, "level">): boolean {
  return level === "MUST" || level === "SHOULD";
}
