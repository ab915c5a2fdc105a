import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { recordId } from "../vocabulary.ts";
import { snapshotMembers } from "./snapshot-members.ts";

/** A snapshot of a serverless instance; `serverlessInstanceName` is what the path calls `clusterName`. */
export const serverlessSnapshot = object(
  { id: recordId },
  { ...snapshotMembers, serverlessInstanceName: string({ examples: ["ServerlessInstance0"] }) },
  { title: "ServerlessSnapshot" },
);
/** A snapshot of a serverless instance as an answer shows it. */
export type ServerlessSnapshot = Static<typeof serverlessSnapshot>;
