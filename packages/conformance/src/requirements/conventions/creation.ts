import { isWriteId } from "@plumbline/schemas";
import { jsonOf, member, received, wasAccepted } from "../../expect/answers.ts";
import { broken, holds } from "../../judgement.ts";
import { type Requirement, story } from "../../requirement.ts";
import { WRITES } from "../../writes/table.ts";
import { performs } from "../shared/perform.ts";
import { is } from "../shared/subjects.ts";

/** What is made is a record of its own. */
export const creation: readonly Requirement[] = [
  story({
    id: "GEN-CREATE-NEW",
    level: "SHOULD",
    basis: "derived:D6",
    text: "The record that a create returns is one that was not there before.",
    section: "Resources and their fields > Conventions",
    stage: "state",
    risk: "create",
    needs: [{ kind: "fixture", name: "groupId" }],
    mock: "its records are examples",
    on: is("createAlertConfig", "createSearchIndex", "createSearchIndexLegacy", "createExportBucket"),
    requests: 3,
    tell: async (told) => {
      const operation = told.subject.operation.id;
      if (!isWriteId(operation)) return told.cannot(`${operation} creates nothing`);
      const { effect } = WRITES[operation];
      if (told.world.fixtures.exportBucketName !== undefined && operation === "createExportBucket")
        return told.cannot("the target file states which bucket is to be created, and that may be there already");
      const exchange = await performs(told, operation);
      if (!wasAccepted(exchange)) return told.cannot(`${operation} is not accepted (${received(exchange)})`);
      const id =
        effect.kind === "makes" && member(told.recordIn(operation, jsonOf(exchange)), told.contract.field(effect.id));
      if (typeof id !== "string") return told.cannot("the answer shows no id");
      return told.wasThere(id) ? broken("a new record", `${id}, which was in the list before`) : holds;
    },
  }),
];
