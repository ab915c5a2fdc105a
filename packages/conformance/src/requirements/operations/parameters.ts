import { answered, type Exchange } from "@plumbline/client";
import {
  type BoundOperation,
  operations as catalogue,
  exampleOf,
  isWriteId,
  type Operation,
  type OperationId,
} from "@plumbline/schemas";
import { accepts } from "../../expect/cases.ts";
import { accepted, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { inconclusive, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { freshName } from "../../ground/mark.ts";
import type { Story } from "../../kernel/story.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { type Case, type Context, probe, type Requirement, story } from "../../rule/requirement.ts";
import { WRITES } from "../../writes/table.ts";
import { usesUp } from "../../writes/uses-up.ts";
import type { Write } from "../../writes/write.ts";
import { carried, isCarried, switchedOff } from "../shared/carrier.ts";
import { drawnFor } from "../shared/drawn-for.ts";
import { performs } from "../shared/perform.ts";
import { is, SLOW_WRITES } from "../shared/subjects.ts";
import { isUnsupported, JSON_SPELLINGS } from "./content-types.ts";
import { credentialNeeds } from "./credential-needs.ts";
import { otherPlaces } from "./other-places.ts";
import { bodyOf, plainCall } from "./plain-call.ts";

/** One valid text for every query parameter of an operation. */
function validQuery(operation: BoundOperation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    operation.query.map(({ name, schema }) => [name, String(schema.default ?? exampleOf(schema))]),
  );
}

/** Each parameter alone, or with the ones that it needs, and all together. */
function queryCases(context: Context): Case[] {
  const valid = validQuery(context.operation);
  // A query that the catalogue only assumes from similar operations is a SHOULD.
  const more = { twin: bodyOf(context), ...(context.operation.assumedQuery && { level: "SHOULD" as const }) };
  // The target limits these requests, and TOKEN-QUERY tests each parameter.
  if (context.operation.authentication === "clientCredentials")
    return [accepts(context, "all parameters together", { query: valid, ...bodyOf(context) }, more)];
  const groups = context.operation.query.map(
    ({ name }) => context.operation.together?.find((group) => group.includes(name)) ?? [name],
  );
  const single = [...new Set(groups.map((group) => group.join(" with ")))].map((name) => {
    const query = Object.fromEntries(name.split(" with ").map((one) => [one, valid[one] ?? ""]));
    return accepts(context, name, { query, ...bodyOf(context) }, more);
  });
  return [
    // If the path is stated, another rule judges the plain call.
    ...(context.operation.basis === "stated" ? [] : [plainCall(context)]),
    ...single,
    ...(single.length > 1
      ? [accepts(context, "all parameters together", { query: valid, ...bodyOf(context) }, more)]
      : []),
    ...otherPlaces(context),
  ];
}

/** Makes the rule `OPNN-PARAMS` of an operation: a probe for reads and the token endpoint, a story for writes. */
export function parameters(id: OperationId): Requirement {
  const operation: Operation = catalogue[id];
  const names = operation.query.map(({ name }) => name).join(", ");
  const common = {
    id: operationRule(id, "PARAMS"),
    level: "MUST",
    basis: "stated",
    text: `${operation.title}: takes its path parameters and the query ${names}.`,
    section: operation.section,
    needs: credentialNeeds(operation),
    on: is(id),
  } as const;
  const isRead = operation.risk === "read" || operation.authentication === "clientCredentials";
  if (isRead)
    return probe({
      ...common,
      stage: operation.authentication === "clientCredentials" ? "quota" : "read",
      cases: queryCases,
    });
  return story({
    ...common,
    stage: "state",
    risk: operation.risk,
    requests: 12,
    tell: (story) => takesQueries(story, operation),
  });
}

const NO_SOURCE = "which members a source needs, and which sources there are, is not given";

/** Members that are valid only on some servers, because the description names no value for them. */
const OPEN_VALUES: Readonly<Partial<Record<OperationId, string>>> = {
  createCluster: "which regions there are is not given",
  createMigration: NO_SOURCE,
  validateMigration: NO_SOURCE,
};

async function takesQueries(story: Story, operation: Operation): Promise<Judgement> {
  const { id } = story.subject.operation;
  await story.greets();
  const plain = await performs(story, id, {});
  if (answered(plain) && plain.response.status === 401) return story.cannot("the main key is refused");
  if (answered(plain) && plain.response.status === 403)
    return story.cannot(`the main key is answered ${received(plain)}: give it the role that the operation needs`);
  if (saysNoMore(plain))
    return story.cannot(`a plain call is answered ${received(plain)}: what stands in its way is not given`);
  const open = OPEN_VALUES[id];
  if (open !== undefined && wasRefused(plain))
    return story.cannot(`a plain call is answered ${received(plain)}, and ${open}`);
  // If the path is stated, another rule judges the plain call.
  if (operation.basis === "stated" && !wasAccepted(plain)) return story.cannot("the plain call is not accepted");
  if (wasRefused(plain) && (await isFull(story)))
    return story.cannot(
      `a plain call is answered ${received(plain)} while a record of the run stands that an equal one has made: how many there may be is not given`,
    );
  story.requires(accepted(plain, "a plain call"));
  for (const [index, query] of queriesFor(story, operation).entries()) {
    const name = Object.entries(query)
      .map((pair) => pair.join("="))
      .join("&");
    const exchange = await (isCarried(id) ? carried(story, id, "query") : inOtherWords(story, query, index));
    const judgement = await besidePlain(story, id, exchange, name);
    story.requires(operation.assumedQuery ? mild(judgement) : judgement);
  }
  return upheld;
}

/**
 * Whether the target now refuses a create in the version that created a record which still exists; then there may be no
 * room for more.
 */
async function isFull(story: Story): Promise<boolean> {
  const { id } = story.subject.operation;
  const version = isWriteId(id) ? story.records.versionOfStanding(id) : undefined;
  if (!isWriteId(id) || version === undefined) return false;
  if (version === story.subject.version) return true;
  const { body }: Write = WRITES[id];
  const made = body?.({ ...story.addresses.parts(id, freshName()), version });
  return wasRefused(await performs(story, id, { version, ...(made !== undefined && { body: made }) }));
}

/**
 * The write with a query and another spelling of its content type. If the target refuses the spelling, the story sends
 * the usual one, because the query is not at fault.
 */
async function inOtherWords(story: Story, query: Readonly<Record<string, string>>, index: number): Promise<Exchange> {
  const { id, body } = story.subject.operation;
  if (body?.mediaType !== "application/json") return performs(story, id, { query });
  const [contentType] = drawnFor(story.subject, JSON_SPELLINGS, 1, index);
  const exchange = await performs(story, id, { query, ...(contentType !== undefined && { contentType }) });
  return isUnsupported(exchange) ? performs(story, id, { query }) : exchange;
}

/**
 * The queries to send. A slow write, or a write that leaves or uses up a record, takes all parameters in one call, with
 * the switches off.
 */
function queriesFor(story: Story, operation: Operation): readonly Readonly<Record<string, string>>[] {
  const { id } = story.subject.operation;
  if (isCarried(id)) return [switchedOff(story, id)];
  const queries = writeQueries(operation);
  return SLOW_WRITES.includes(id) ? [Object.assign({}, ...queries)] : queries;
}

/**
 * Judges whether the write is accepted. If the target now refuses the plain write in the same way, a quota or a similar
 * limit is the reason, and the result is inconclusive.
 */
async function besidePlain(story: Story, id: OperationId, exchange: Exchange, name: string): Promise<Judgement> {
  if (!saysNoMore(exchange)) return accepted(exchange, name);
  // The plain call worked on another record, which may have been usable for longer.
  if (usesUp(id))
    return inconclusive(`${name} is answered ${received(exchange)}: its record may have come to its end by then`);
  const plain = await performs(story, id, {});
  return saysNoMore(plain)
    ? inconclusive(`a plain call is no longer accepted (${received(plain)}): quotas are not given`)
    : accepted(exchange, name);
}

/**
 * The query parameters that a write accepts, one at a time with values that do not change its effect, and the switches
 * together.
 */
function writeQueries({ query }: Pick<Operation, "query">): readonly Readonly<Record<string, string>>[] {
  const switches = query.filter(({ name }) => name === "envelope" || name === "pretty").map(({ name }) => name);
  const others = query.filter(({ name }) => !switches.includes(name));
  return [
    ...switches.flatMap((name) =>
      (name === "envelope" ? ["true", "false"] : ["true"]).map((value) => ({ [name]: value })),
    ),
    ...(switches.length > 1 ? [Object.fromEntries(switches.map((name) => [name, "false"]))] : []),
    ...others.map(({ name, schema }) => ({ [name]: String(schema.default ?? exampleOf(schema)) })),
  ];
}
