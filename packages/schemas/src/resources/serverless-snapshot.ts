import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";
import { snapshotMembers } from "./snapshot-members.ts";

/** A snapshot of a serverless instance; `serverlessInstanceName` is the `clusterName` of the path. */
export const serverlessSnapshot = object(
  { id: recordId },
  { ...snapshotMembers, serverlessInstanceName: string({ examples: ["ServerlessInstance0"] }) },
  { title: "ServerlessSnapshot" },
);
/** A snapshot of a serverless instance in an answer. */
export type ServerlessSnapshot = Static<typeof serverlessSnapshot>;
