import { requirements, type WatchRequirement } from "@plumbline/conformance";

const RULES: ReadonlyMap<string, WatchRequirement> = new Map(
  requirements.flatMap((rule) => (rule.kind === "watch" && isBinding(rule) ? [[rule.id, rule]] : [])),
);

/** A rule about all answers by its id; `undefined` for rules that cannot fail. */
export const answerRule = (id: string): WatchRequirement | undefined => RULES.get(id);

/** Whether breaking a rule is a failure and not just an observation. */
export function isBinding({ level }: Pick<WatchRequirement, "level">): boolean {
  return level === "MUST" || level === "SHOULD";
}
