import { isWriteId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { WRITES } from "../../writes/table.ts";
import { performs } from "../shared/perform.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is } from "../shared/subjects.ts";

async function createsNew(story: Story): Promise<Judgement> {
  const operation = story.subject.operation.id;
  if (!isWriteId(operation)) return story.cannot(`${operation} creates nothing`);
  const { effect } = WRITES[operation];
  if (story.world.fixtures.exportBucketName !== undefined && operation === "createExportBucket")
    return story.cannot("the target file states which bucket is to be created, and that may be there already");
  const exchange = await performs(story, operation);
  if (!wasAccepted(exchange)) return story.cannot(`${operation} is not accepted (${received(exchange)})`);
  const id =
    effect.kind === "makes" &&
    member(story.addresses.recordIn(operation, jsonOf(exchange)), story.contract.field(effect.id));
  if (typeof id !== "string") return story.cannot("the answer shows no id");
  return story.records.wasThere(id) ? broken("a new record", `${id}, which was in the list before`) : upheld;
}

/** A create makes a new record. */
export const creation: readonly Requirement[] = [
  story({
    id: "GEN-CREATE-NEW",
    level: "MUST",
    basis: "derived:D6",
    text: "The record that a create returns is one that was not there before.",
    section: "Resources and their fields > Conventions",
    stage: "state",
    risk: "create",
    needs: ON_PROJECT,
    mock: "its records are examples",
    on: is("createAlertConfig", "createSearchIndex", "createSearchIndexLegacy", "createExportBucket"),
    requests: 3,
    tell: createsNew,
  }),
];
