import { answered, type Exchange } from "@plumbline/client";
import {
  type BoundOperation,
  operations as catalogue,
  exampleOf,
  OPERATION_IDS,
  type Operation,
  type OperationId,
} from "@plumbline/schemas";
import { accepted, received, wasAccepted, wasRefused } from "../../expect/answers.ts";
import { accepts, acceptsPlainly, callOf } from "../../expect/cases.ts";
import type { Story } from "../../kernel/story.ts";
import { saysNoMore } from "../../oracles/says-no-more.ts";
import { saysThereIsNone } from "../../oracles/says-there-is-none.ts";
import { type Judgement, mild, unable, upheld } from "../../rule/judgement.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { type Case, type Context, probe, type Requirement, silent, story } from "../../rule/requirement.ts";
import { succeeded } from "../../rule/watched-exchange.ts";
import { MAY_BE_NONE } from "../../target/may-be-none.ts";
import { runsEngines5 } from "../shared/clusters-of.ts";
import { performs } from "../shared/perform.ts";
import { is, SLOW_WRITES } from "../shared/subjects.ts";
import { credentialNeeds } from "./credential-needs.ts";
import { otherPlaces } from "./other-places.ts";
import { resultRules } from "./results.ts";
import { roleRules } from "./roles.ts";

/*
 * The rules that every operation has for itself: where it is served, which parameters it takes, which role it needs,
 * what it returns.
 */

/** One valid text for every query parameter of an operation. */
function validQuery(operation: BoundOperation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    operation.query.map(({ name, schema }) => [name, String(schema.default ?? exampleOf(schema))]),
  );
}

/** Each parameter alone, or with those it cannot be without, and all together. */
function queryCases(context: Context): Case[] {
  const valid = validQuery(context.operation);
  // A query that is taken over from the operations beside it is not asked for with full weight.
  const more = { twin: bodyOf(context), ...(context.operation.assumedQuery && { level: "SHOULD" as const }) };
  // Its requests are counted: TOKEN-QUERY asks what each does.
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
    // Where the path is stated, the plain call has a rule of its own.
    ...(context.operation.basis === "stated" ? [] : [plainCall(context)]),
    ...single,
    ...(single.length > 1
      ? [accepts(context, "all parameters together", { query: valid, ...bodyOf(context) }, more)]
      : []),
    ...otherPlaces(context),
  ];
}

function plainCall(context: Context): Case {
  const plain = acceptsPlainly(context, "a plain call", bodyOf(context));
  const none = MAY_BE_NONE[context.operation.id];
  if (none === undefined) return plain;
  return {
    ...plain,
    ask: async (ask) => {
      const exchange = await ask(callOf(context, bodyOf(context)));
      return saysThereIsNone(exchange)
        ? unable(`it seems that ${none} (${received(exchange)}), so nothing can be said about this rule`)
        : plain.ask(ask);
    },
  };
}

const bodyOf = ({ operation }: Context) =>
  operation.authentication === "clientCredentials" ? { body: { grant_type: "client_credentials" }, share: true } : {};

function binding(id: OperationId): Requirement {
  const operation = catalogue[id];
  const common = { id: operationRule(id, "BIND"), section: operation.section, needs: credentialNeeds(operation) };
  const route = operation.standalone ?? Object.values(operation.routes)[0];
  if (operation.basis === "stated" && operation.risk !== "read" && operation.authentication === "digest") {
    return story({
      ...common,
      level: "MUST",
      basis: "stated",
      text: `${operation.title}: served at ${route?.method} ${route?.path}.`,
      stage: "state",
      risk: operation.risk,
      on: is(id),
      requests: 2,
      tell: async (story) => {
        await story.greets();
        const exchange = await performs(story, id, {});
        if (!wasRefused(exchange) || isNowhere(exchange)) return accepted(exchange, "a valid call");
        // It is served there; whether it may be called is for its key and for the clusters of the project to say.
        const status = answered(exchange) ? exchange.response.status : 0;
        const { contract, world } = story;
        const { groupId = "" } = world.fixtures;
        const allowed =
          ![401, 403].includes(status) &&
          (await runsEngines5({ contract, groupId }, (step) => story.ask("listClusters", step)));
        return allowed
          ? accepted(exchange, "a valid call")
          : story.cannot(`the call is answered ${received(exchange)}: what stands in its way is not given`);
      },
    });
  }
  if (operation.basis === "stated") {
    return probe({
      ...common,
      level: "MUST",
      basis: "stated",
      text: `${operation.title}: served at ${route?.method} ${route?.path}.`,
      stage: operation.authentication === "clientCredentials" ? "quota" : "read",
      on: is(id),
      cases: (context) => [acceptsPlainly(context, "a valid call", bodyOf(context))],
    });
  }
  return silent({
    ...common,
    level: "UNSPECIFIED",
    text: `${operation.title}: method and path are not given; the profile says ${route?.method} ${route?.path}.`,
    on: is(id),
    notice: ({ answer, exchange }) =>
      succeeded(answer) ? `served at ${exchange.request.method} ${route?.path ?? ""}` : undefined,
  });
}

/** How a path that is no route is answered. */
const isNowhere = (exchange: Exchange): boolean =>
  answered(exchange) && [404, 405, 406].includes(exchange.response.status);

function parameters(id: OperationId): Requirement {
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
    tell: async (story) => {
      await story.greets();
      const plain = await performs(story, id, {});
      if (answered(plain) && plain.response.status === 401) return story.cannot("the main key is refused");
      if (answered(plain) && plain.response.status === 403)
        return story.cannot(`the main key is answered ${received(plain)}: give it the role that the operation needs`);
      if (saysNoMore(plain))
        return story.cannot(`a plain call is answered ${received(plain)}: what stands in its way is not given`);
      // Where the path is stated, the plain call has a rule of its own.
      if (operation.basis === "stated" && !wasAccepted(plain)) return story.cannot("the plain call is not accepted");
      story.requires(accepted(plain, "a plain call"));
      for (const query of SLOW_WRITES.includes(id)
        ? [Object.assign({}, ...writeQueries(operation))]
        : writeQueries(operation)) {
        const name = Object.entries(query)
          .map((pair) => pair.join("="))
          .join("&");
        const judgement = await besidePlain(story, id, await performs(story, id, { query }), name);
        story.requires(operation.assumedQuery ? mild(judgement) : judgement);
      }
      return upheld;
    },
  });
}

/** The write is accepted; when it is refused as the plain one is by then, a quota or the like stands in the way. */
async function besidePlain(story: Story, id: OperationId, exchange: Exchange, name: string): Promise<Judgement> {
  if (!saysNoMore(exchange)) return accepted(exchange, name);
  const plain = await performs(story, id, {});
  return saysNoMore(plain)
    ? unable(`a plain call is no longer accepted (${received(plain)}): quotas are not given`)
    : accepted(exchange, name);
}

/** Each query parameter that a write takes, with values that do not change what it does, and the switches together. */
function writeQueries({ query }: (typeof catalogue)[OperationId]): readonly Readonly<Record<string, string>>[] {
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

export const operationRules: readonly Requirement[] = OPERATION_IDS.flatMap((id) => [
  binding(id),
  parameters(id),
  ...roleRules(id),
  ...resultRules(id),
]);
