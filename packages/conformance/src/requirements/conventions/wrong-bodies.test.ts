import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { wrongBodies } from "./wrong-bodies.ts";

const GROUP = "32b6e34b3d91647abb20e7b8";

/** Runs a rule on a target that decides by the text of a body whether to accept it. */
async function told(id: string, operation: OperationId, takes: (text: string) => boolean) {
  const rule = wrongBodies.find((one) => one.id === id);
  if (rule?.kind !== "story") throw new Error(`${id} tells no story`);
  const answer = ({ operation: asked, rawBody }: Call): Exchange => {
    if (asked !== operation || rawBody === undefined) return exchangeOf(200, { enabled: false });
    return exchangeOf(takes(rawBody) ? 200 : 400, { enabled: false });
  };
  const { story, calls } = storyOn(answer, { operation, fixtures: { groupId: GROUP } });
  let judgement: unknown;
  const stopped = await judgementOf(async () => {
    judgement = await rule.tell(story);
  });
  const sent = calls.filter(({ due, rawBody }) => due !== undefined && rawBody !== undefined);
  return { judgement: stopped ?? judgement, sent };
}

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === "object" && !Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

it("ERR-BODY-KIND is broken by a target that accepts an array instead of an object", async () => {
  const right = await told("ERR-BODY-KIND", "updateAuditing", isJson);
  expect(right.judgement).toEqual({ kind: "holds" });
  expect(right.sent.map(({ rawBody, due }) => [rawBody?.slice(0, 3), due])[0]).toEqual(["[5]", "refusal"]);
  expect(right.sent).toHaveLength(2);
  const lax = await told("ERR-BODY-KIND", "updateAuditing", (text) => isJson(text) || text.startsWith("[5"));
  expect(lax.judgement).toMatchObject({ kind: "broken" });
});

it("ERR-MALFORMED-JSON is broken by a target that accepts a truncated body", async () => {
  const { judgement, sent } = await told("ERR-MALFORMED-JSON", "updateAuditing", isJson);
  expect(judgement).toEqual({ kind: "holds" });
  expect(sent.map(({ due }) => due)).toEqual(["open", "open", "open"]);
  // A server that accepts a truncated body is wrong, whatever it reads from it.
  const lax = await told("ERR-MALFORMED-JSON", "updateAuditing", (text) => text.startsWith("{"));
  expect(lax.judgement).toMatchObject({ kind: "broken" });
});
