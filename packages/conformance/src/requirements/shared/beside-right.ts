import type { Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { received, wasAccepted } from "../../ground/answers.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { ownRecord, plainBody, seenToWork } from "./perform.ts";

/** The write of a story with a valid body, for bodies that differ from it in one respect. */
export interface RightWrite {
  /** The valid body as it goes on the wire. */
  readonly text: string;
  /** The query that the write always has. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * Sends the write to the same place as the valid one, changed by the step. A request that must be refused waits for
   * nothing.
   */
  readonly send: (step: Step) => Promise<Exchange>;
}

/**
 * The story's own write, after the target accepted it once. All its changed requests address one record that the run
 * created.
 */
export async function besideRight(story: Story): Promise<RightWrite> {
  const operation = story.subject.operation.id;
  const right = await seenToWork(story, operation);
  if (!wasAccepted(right))
    return story.cannot(
      `the request is not accepted with a right body (${received(right)}), so a refusal says nothing`,
    );
  if (!isWriteId(operation)) return story.cannot(`${operation} is no write`);
  const { on, query = {} }: Write = WRITES[operation];
  const { body, rawBody } = await plainBody(story, operation);
  const text = rawBody ?? JSON.stringify(story.contract.wire(body));
  const path = on === undefined ? {} : await ownRecord(story, operation, on);
  return { text, query, send: (step) => story.ask(operation, { path, query, ...step }) };
}
