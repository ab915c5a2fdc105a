import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../behaviour.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import type { Fields } from "../world/state.ts";
import { layer } from "./fault.ts";

/** Takes a body and works with another one. */
const works =
  (operation: OperationId, change: (body: Fields) => Fields) =>
  ({ keeps }: Behaviour): Partial<Behaviour> => ({
    keeps: (body, sight) => (sight.id === operation ? change(fieldsOf(keeps(body, sight))) : keeps(body, sight)),
  });

const loses = (operation: OperationId, member: string) => works(operation, ({ [member]: _lost, ...others }) => others);

/** Lies: what was sent is taken, answered like any other, and not kept. */
export const keptFaults = layer("kept", [
  {
    id: "KE-01",
    text: "A cluster that is created paused is not.",
    violates: ["CLU-KEPT"],
    change: loses("createCluster", "paused"),
  },
  {
    id: "KE-02",
    text: "The number of shards that a cluster is created with is not kept.",
    violates: ["CLU-KEPT"],
    change: loses("createCluster", "numShards"),
  },
  {
    id: "KE-03",
    text: "The tags that a cluster is created with are lost.",
    violates: ["CLU-KEPT"],
    change: loses("createCluster", "tags"),
  },
  {
    id: "KE-04",
    text: "An update of a schedule takes copySettings and leaves them as they were.",
    violates: ["SCH-KEPT"],
    change: loses("updateBackupSchedule", "copySettings"),
  },
  {
    id: "KE-05",
    text: "An update of a schedule takes restoreWindowDays and leaves it as it was.",
    violates: ["SCH-KEPT"],
    change: loses("updateBackupSchedule", "restoreWindowDays"),
  },
  {
    id: "KE-06",
    text: "Whatever authorizedEmail an update of the compliance policy states, one and the same is kept.",
    violates: ["CMP-KEPT"],
    change: works("updateBackupCompliancePolicy", (body) => ({ ...body, authorizedEmail: "backup@example.com" })),
  },
  {
    id: "KE-07",
    text: "A restore job is made for another target than the one that was stated.",
    violates: ["RST-KEPT"],
    change: ({ backup }) => ({
      backup: {
        ...backup,
        showServerlessRestore: (job) => ({ ...backup.showServerlessRestore(job), targetClusterName: "elsewhere" }),
      },
    }),
  },
  {
    id: "KE-08",
    text: "An index is made without the synonyms that it was sent with.",
    violates: ["SRCH-KEPT"],
    change: loses("createSearchIndexLegacy", "synonyms"),
  },
  {
    id: "KE-09",
    text: "The description that a snapshot is taken with is lost.",
    violates: ["SNP-KEPT"],
    change: loses("takeSnapshot", "description"),
  },
  {
    id: "KE-10",
    text: "The customData that an export job is created with is lost.",
    violates: ["EXJ-KEPT", "EXJ-CREATE-READ"],
    change: loses("createExportJob", "customData"),
  },
  {
    id: "KE-11",
    text: "The compliance policy does not say who updated it.",
    violates: ["CMP-ROUNDTRIP"],
    change: ({ backup }) => ({
      backup: {
        ...backup,
        showCompliance: (policy) => {
          const { updatedUser: _unsaid, ...others } = backup.showCompliance(policy);
          return others;
        },
      },
    }),
  },
  {
    id: "KE-12",
    text: "An update of an alert configuration takes monitoringRegion and does not keep it.",
    violates: ["ALC-KEPT"],
    change: works("updateAlertConfig", (body) => ({
      ...body,
      notifications: listMember(body, "notifications").map(({ monitoringRegion: _lost, ...others }) => others),
    })),
  },
]);
