import { object, oneOfValues, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { PROVIDER_CODES, recordId } from "../vocabulary.ts";

/** Only two of the providers have object storage for exports; a profile may add codes. */
const cloudProvider = oneOfValues([PROVIDER_CODES[0], PROVIDER_CODES[1]], { "x-values": "exportBucket.cloudProvider" });
const bucketName = "snapshot-exports";

/** The body of create; all three members are required, including `iamRoleId` for the second provider. */
export const exportBucketInput = object(
  { bucketName: string({ ...LIMITS.bucketName, examples: [bucketName] }), cloudProvider, iamRoleId: recordId },
  {},
  { title: "ExportBucketInput" },
);
/** The body that creates a bucket; all members are required. */
export type ExportBucketInput = Static<typeof exportBucketInput>;

/** A bucket in an answer, which may contain members that the description does not name. */
export const exportBucket = object(
  { _id: recordId },
  { bucketName: string({ examples: [bucketName] }), cloudProvider, iamRoleId: recordId },
  { title: "ExportBucket" },
);
/** A value that `exportBucket` accepts. */
export type ExportBucket = Static<typeof exportBucket>;
