import { answered, type Exchange } from "@plumbline/client";
import { operations as catalogue, type OperationId } from "@plumbline/schemas";
import { acceptsPlainly } from "../../expect/cases.ts";
import { accepted, received, wasRefused } from "../../ground/answers.ts";
import type { Judgement } from "../../ground/judgement.ts";
import { succeeded } from "../../ground/watched-exchange.ts";
import type { Story } from "../../kernel/story.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { notice, probe, type Requirement, story } from "../../rule/requirement.ts";
import { runsEngines5 } from "../shared/clusters-of.ts";
import { performs } from "../shared/perform.ts";
import { is } from "../shared/subjects.ts";
import { credentialNeeds } from "./credential-needs.ts";
import { bodyOf } from "./plain-call.ts";

/** Where the target serves an operation. The rule calls a write on a record of the story, and a read plainly. */
export function binding(id: OperationId): Requirement {
  const operation = catalogue[id];
  const common = { id: operationRule(id, "BIND"), section: operation.section, needs: credentialNeeds(operation) };
  const route = operation.standalone ?? Object.values(operation.routes)[0];
  const on = is(id);
  if (operation.basis !== "stated")
    return notice({
      ...common,
      level: "UNSPECIFIED",
      text: `${operation.title}: method and path are not given; the profile says ${route?.method} ${route?.path}.`,
      on,
      notice: ({ answer, exchange }) =>
        succeeded(answer) ? `served at ${exchange.request.method} ${route?.path ?? ""}` : undefined,
    });
  const stated = {
    ...common,
    level: "MUST",
    basis: "stated",
    text: `${operation.title}: served at ${route?.method} ${route?.path}.`,
    on,
  } as const;
  return operation.risk !== "read" && operation.authentication === "digest"
    ? story({ ...stated, stage: "state", risk: operation.risk, requests: 2, tell: (story) => isServed(story, id) })
    : probe({
        ...stated,
        stage: operation.authentication === "clientCredentials" ? "quota" : "read",
        cases: (context) => [acceptsPlainly(context, "a valid call", bodyOf(context))],
      });
}

async function isServed(story: Story, id: OperationId): Promise<Judgement> {
  await story.greets();
  const exchange = await performs(story, id, {});
  if (!wasRefused(exchange) || isNowhere(exchange)) return accepted(exchange, "a valid call");
  // The operation is served there. The key and the clusters of the project decide whether the call may succeed.
  const status = answered(exchange) ? exchange.response.status : 0;
  const { contract, world } = story;
  const { groupId = "" } = world.fixtures;
  const allowed =
    ![401, 403].includes(status) &&
    (await runsEngines5({ contract, groupId }, (step) => story.ask("listClusters", step)));
  return allowed
    ? accepted(exchange, "a valid call")
    : story.cannot(`the call is answered ${received(exchange)}: what stands in its way is not given`);
}

/** Whether the answer is that for a path without a route. */
const isNowhere = (exchange: Exchange): boolean =>
  answered(exchange) && [404, 405, 406].includes(exchange.response.status);
