import type { Exchange } from "@plumbline/client";
import { isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { wasAccepted } from "../../ground/answers.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { sharedName } from "../../writes/shared-name.ts";
import { staysBehind } from "../../writes/stays-behind.ts";
import { WRITES } from "../../writes/table.ts";
import { usesUp } from "../../writes/uses-up.ts";
import type { Write } from "../../writes/write.ts";
import { enoughFor } from "./enough-for.ts";
import { performs } from "./perform.ts";

/*
 * A write that leaves a permanent record, or uses one up, is sent once for all checks that only need to see it
 * accepted: with a key of a sufficient role, with its switches stated, and with the body that its write record has for
 * this.
 */

/** The part of the request that a check is about. */
export type Part = "role" | "query" | "body";

/** The requests to send, largest first, until the target accepts one. A refusal does not say which part caused it. */
const ATTEMPTS: Readonly<Record<Part, readonly (readonly Part[])[]>> = {
  role: [["role", "query", "body"], ["role", "body"], ["role"]],
  query: [["role", "query", "body"], ["query", "body"], ["query"]],
  body: [["role", "query", "body"], ["query", "body"], ["role", "body"], ["body"]],
};

/** Query parameters that every operation with a query accepts. */
const SWITCHES = ["envelope", "pretty"];

/**
 * Whether the record that an operation leaves or uses up costs so much that one request serves every check that can
 * share it.
 */
export const isCarried = (operation: OperationId): operation is WriteId =>
  isWriteId(operation) && (staysBehind(operation) || usesUp(operation));

/** The switches of an operation, all off: this asks for the same answer as leaving them out. */
export const switchedOff = ({ contract, subject }: Story, operation: WriteId): Readonly<Record<string, string>> =>
  Object.fromEntries(
    contract
      .operation(operation, subject.version)
      .query.flatMap(({ name }) => (SWITCHES.includes(name) ? [[name, "false"] as const] : [])),
  );

/** The answer to the largest accepted request that contains the part, or to the request with the part alone. */
export async function carried(story: Story, operation: WriteId, part: Part): Promise<Exchange> {
  const attempts = ATTEMPTS[part];
  for (const parts of attempts.slice(0, -1)) {
    const what = parts.join(", ");
    const known = story.memory.recalls(operation, what);
    if (known !== undefined) return known;
    const exchange = await performs(story, operation, stepOf(story, operation, parts));
    if (!wasAccepted(exchange)) continue;
    story.memory.keeps(operation, what, exchange);
    return exchange;
  }
  return performs(story, operation, stepOf(story, operation, [part]));
}

function stepOf(story: Story, operation: WriteId, parts: readonly Part[]): Step {
  const { body, carries = body }: Write = WRITES[operation];
  const { roles } = story.contract.operation(operation);
  const role = roles === "unstated" ? undefined : enoughFor(roles).find((one) => story.roles.has(one));
  const name = sharedName(story.world, operation, story.subject.version, parts.join(", "));
  const made = (parts.includes("body") ? carries : body)?.(story.addresses.parts(operation, name));
  return {
    ...(parts.includes("query") && { query: switchedOff(story, operation) }),
    ...(parts.includes("role") && role !== undefined && { who: { role } }),
    ...(made !== undefined && { body: made }),
  };
}
