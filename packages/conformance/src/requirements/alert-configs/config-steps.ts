import { isDeepStrictEqual } from "node:util";
import type { Answer, Exchange } from "@plumbline/client";
import { readText, recordId } from "@plumbline/schemas";
import { wasAccepted } from "../../ground/answers.ts";
import { type Fields, member } from "../../ground/json.ts";
import { broken } from "../../ground/judgement.ts";
import { needsOffered } from "../../ground/not-offered-error.ts";
import { quoted } from "../../ground/quoted.ts";
import type { Story } from "../../kernel/story.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";
import { difference } from "../../oracles/difference.ts";
import { idIn, listIn, recordIn } from "../../oracles/envelope.ts";
import { listsMatcherFields, neededMatcherFields } from "../shared/matcher-fields.ts";

/** A configuration that the story created, with the sent body. */
export interface Made {
  readonly id: string;
  readonly sent: Fields;
  readonly answer: Answer;
}

/**
 * A body that creates a configuration on this target; `change` replaces members and omits those that are `undefined`.
 */
export function configBody(story: Story, change: Fields = {}): Fields {
  const body = { ...story.world.alertConfiguration, ...change };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Creates a configuration, which the run deletes when the story ends; another rule judges whether a create works. */
export async function createConfig(story: Story, change: Fields = {}): Promise<Made> {
  const sent = configBody(story, change);
  const answer = await story.prepares("createAlertConfig", { body: sent }, "creating an alert configuration");
  return { id: ownId(story, answer), sent, answer };
}

/** Creates a plain configuration, and then the one whose acceptance the rule tests. */
export async function createsConfig(story: Story, what: string, change: Fields): Promise<Made> {
  await createConfig(story);
  const sent = configBody(story, change);
  const answer = await story.does("createAlertConfig", { body: sent }, what);
  return { id: ownId(story, answer), sent, answer };
}

/** The configuration that an accepted create made. */
export function madeFrom(story: Story, sent: Made["sent"], exchange: Exchange): Made {
  const answer = story.answer(exchange);
  return { id: ownId(story, answer), sent, answer };
}

/** A matcher in the form of a request. */
export interface SentMatcher {
  readonly fieldName: string;
  readonly operator: "EQUALS";
  readonly value: string;
}

/** After so many refused names, the story assumes that the configuration accepts no matcher. */
const MOST_NAMES = 6;

/** The notifications of the configurations that the run creates, and another one. */
function twoNotifications({ world }: Story): Fields {
  const own = listIn(world.alertConfiguration["notifications"]) ?? [];
  return { notifications: [...own, { typeName: "GROUP", delayMin: 5, intervalMin: 55 }] };
}

/** Another matcher on the same name. */
export const twinOf = <T extends object>(matcher: T): T & { readonly value: string } => ({
  ...matcher,
  value: "größe 東京, <a> & b",
});

/**
 * Creates a configuration with a matcher on one of the names on offer; with `twice`, with two matchers and
 * another notification if the target accepts them. If it accepts no matcher, the configuration has none.
 */
export async function createMatched(
  story: Story,
  change: Fields = {},
  { twice = false }: { readonly twice?: boolean } = {},
): Promise<{ readonly made: Made; readonly matcher: SentMatcher | undefined }> {
  const { memory } = story.world;
  const offered = await neededMatcherFields(story);
  const known = offered.filter((name) => name === memory.matcherField);
  for (const fieldName of known.length > 0 ? known : offered.slice(0, MOST_NAMES)) {
    const matcher: SentMatcher = { fieldName, operator: "EQUALS", value: "plumbline" };
    const one = { matchers: [matcher] };
    const two = { matchers: [matcher, twinOf(matcher)] };
    for (const parts of twice ? [{ ...two, ...twoNotifications(story) }, two, one] : [one]) {
      const sent = configBody(story, { ...change, ...parts });
      const exchange = await story.ask("createAlertConfig", { body: sent });
      if (!wasAccepted(exchange)) continue;
      memory.matcherField = fieldName;
      return { made: madeFrom(story, sent, exchange), matcher };
    }
  }
  return { made: await createConfig(story, change), matcher: undefined };
}

const NO_MATCHER =
  "no matcher field name on offer is taken with the event type that configurations are created with: state alertConfiguration in the target file with one that takes a matcher";

/**
 * Ends a story for which no matcher goes with the configurations that the run creates.
 * @throws NotOfferedError if the target lacks the operation that lists the names.
 */
export function needsMatcher(story: Story): never {
  if (!listsMatcherFields(story)) needsOffered("listMatcherFieldNames", "no name is known that a matcher may use");
  return story.cannot(NO_MATCHER);
}

/** The id of a configuration that the story created. */
function ownId(story: Story, answer: Answer): string {
  const id = idIn(answer.json);
  if (id === undefined)
    throw new StoryStopped(broken("an id in the created record", "a record without one: it cannot be removed again"));
  if (readText(recordId, id).kind !== "value")
    story.cannot(`the created record has a malformed id (${quoted(id)}), so it cannot be addressed`);
  const why = story.records.whyForeign(id);
  if (why !== undefined) story.cannot(`creating was not answered with a record of its own: ${why}`);
  return id;
}

/** The part of a call that addresses this alert configuration. */
export const at = (id: string): { path: { alertConfigId: string } } => ({ path: { alertConfigId: id } });

/** The configuration in a read. */
export async function readConfig(story: Story, id: string): Promise<unknown> {
  return recordIn((await story.prepares("getAlertConfig", at(id), "reading the alert configuration back")).json);
}

/** Reads the configuration until its `updated` is that of the write's answer, so that no older state is judged. */
export async function readSettled(story: Story, id: string, written: Answer): Promise<unknown> {
  const updated = member(recordIn(written.json), "updated");
  return story.eventually(
    () => readConfig(story, id),
    (read) => updated === undefined || member(read, "updated") === updated,
  );
}

/** Ends the story if a refused write changed the record. */
export function unchanged(before: unknown, after: unknown): void {
  if (isDeepStrictEqual(before, after)) return;
  throw new StoryStopped(broken("the record as it was before the refused request", difference(before, after)));
}

/** The first of the two event types in the description that the configuration does not have. */
export const otherEvent = ({ sent }: Made): string | undefined =>
  ["CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE"].find((name) => name !== sent["eventTypeName"]);
