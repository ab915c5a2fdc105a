// Snapshots and restore jobs.
import { asked } from "../answers.mjs";
import { afterwards, ask, sends, tells } from "../asking.mjs";

const wholeDays = ({ shows }) =>
  sends(
    ["takeSnapshot"],
    ({ retentionInDays, ...body }) =>
      typeof retentionInDays === "number" && retentionInDays > 1 && !Number.isInteger(retentionInDays)
        ? { ...body, retentionInDays: Math.floor(retentionInDays) }
        : undefined,
    shows,
  );

/** A list of one item is shown as the item. */
const oneAlone = ({ shows }) =>
  tells(
    ["getRestoreJob"],
    ({ deliveryUrl, ...job }) => (deliveryUrl?.length === 1 ? { ...job, deliveryUrl: deliveryUrl[0] } : undefined),
    shows,
  );

/** The queue delivers a request twice. */
const madeTwice = ({ caller, shows }) =>
  afterwards(["createServerlessRestoreJob"], async (request) => {
    const { status } = await ask(caller, "createServerlessRestoreJob", request.values, asked(request));
    if (status < 300) shows();
  });

export const restores = [
  {
    id: "fraction-of-day-cut-off",
    words: "47: take on-demand snapshot: body `{retentionInDays: int32 >= 1}`",
    wrong: "A retention such as 2.5 days is cut to whole days instead of being refused.",
    lie: wholeDays,
  },
  {
    id: "one-delivery-url-is-no-list",
    words: "Restore job: `deliveryUrl` (array of strings)",
    wrong: "A single job with one address for downloading is told with a string in place of the array.",
    lie: oneAlone,
  },
  {
    id: "serverless-restore-made-twice",
    words: "52: serverless restore jobs: create (body as 40); response the restore job; list",
    wrong: "A restore of a serverless instance that was asked for once makes two jobs.",
    lie: madeTwice,
  },
];
