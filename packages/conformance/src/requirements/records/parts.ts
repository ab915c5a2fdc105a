import { isObject, member } from "../../ground/json.ts";
import { broken, decidedBy, type Judgement, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { listIn } from "../../oracles/envelope.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { is } from "../shared/subjects.ts";

/** Members that name a part among the parts of its record: its own id, or the replica set that it is about. */
const NAMES = ["id", "replicaSetName"] as const;
/** The most records of one answer that the rule checks. */
const MOST_RECORDS = 100;

/** The first name that two parts of a record share, with its place; `undefined` if no two parts share one. */
function sharedName(
  record: unknown,
): { readonly pointer: string; readonly name: string; readonly text: string } | undefined {
  for (const [key, parts] of Object.entries(isObject(record) ? record : {}))
    if (Array.isArray(parts) && parts.length > 1)
      for (const name of NAMES) {
        const seen = new Set<string>();
        for (const [index, part] of parts.entries()) {
          const text = member(part, name);
          if (typeof text !== "string") continue;
          if (seen.has(text)) return { pointer: `/${key}/${index}/${name}`, name, text };
          seen.add(text);
        }
      }
  return undefined;
}

const hasParts = (record: unknown): boolean =>
  Object.values(isObject(record) ? record : {}).some(
    (parts) => Array.isArray(parts) && parts.length > 1 && NAMES.some((name) => member(parts[0], name) !== undefined),
  );

function keepsPartsApart({ answer }: WatchedExchange): Judgement | undefined {
  if (!succeeded(answer)) return undefined;
  const records = (listIn(answer.json) ?? [answer.json]).slice(0, MOST_RECORDS);
  for (const record of records) {
    const shared = sharedName(record);
    if (shared !== undefined)
      return decidedBy(
        broken(
          `another ${shared.name} for each part of the record`,
          `${quoted(shared.text)} twice, at ${shared.pointer} too`,
        ),
        shared.pointer,
      );
  }
  return records.some(hasParts) ? upheld : undefined;
}

/** A rule about records with parts: shards of a snapshot, jobs, policy items. */
export const parts: readonly Requirement[] = [
  watch({
    id: "REC-PARTS-APART",
    level: "SHOULD",
    basis: "derived:D6",
    text: "Two parts of one record, such as the members of a sharded snapshot, never share an id or a replica set.",
    section: "Resources and their fields > Conventions",
    mock: "it shows examples",
    conditional: true,
    on: is(
      "getShardedSnapshot",
      "listShardedSnapshots",
      "getRestoreJob",
      "listRestoreJobs",
      "getExportJob",
      "listExportJobs",
      "getBackupSchedule",
    ),
    examine: keepsPartsApart,
  }),
];
