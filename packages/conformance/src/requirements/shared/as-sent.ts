import { type Fields, member } from "../../ground/json.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";

/**
 * The member, if it has the type of the sent value. A member of another type is judged by the rule about the form of
 * the answer.
 */
export function ofRightType(story: Story, where: string, json: unknown, name: string, sent: unknown): unknown {
  const got = member(json, name);
  return typeof got === typeof sent ? got : story.cannot(`${where} has no ${name} of the right type`);
}

/** Ends the story if a text differs from the one that was sent. */
export function sameTexts(story: Story, json: unknown, sent: Fields, names = Object.keys(sent), where = ""): void {
  for (const name of names) {
    const [shown, value] = [member(json, name), sent[name]];
    if (typeof shown === "string" && typeof value === "string")
      story.must(shown === value, `${name} ${quoted(value)}${where}`, quoted(shown), `/${name}`);
  }
}
