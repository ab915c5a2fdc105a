import { isDeepStrictEqual } from "node:util";
import { isWriteId, type OperationId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { fieldsOf, member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { LARGEST_PAGE, ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { type Requirement, story } from "../../rule/requirement.ts";
import { WRITES } from "../../writes/table.ts";
import { performs } from "../shared/perform.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { is, writeRisk } from "../shared/subjects.ts";

/** Creates of what can be removed, and of a job of which few stay; one version is enough for that. */
const ONCE: readonly OperationId[] = ["createAlertConfig", "createExportBucket", "createServerlessRestoreJob"];

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

/** How often a create is seen to make more than one record before that counts: others may make some at the same time. */
const TIMES = 3;

/** Creates, and looks for further records of the same content that are new and that no create of the run was answered with. */
async function createsOne(story: Story): Promise<Judgement> {
  const operation = story.subject.operation.id;
  if (!isWriteId(operation)) return story.cannot(`${operation} creates nothing`);
  const { effect } = WRITES[operation];
  if (effect.kind !== "makes" || effect.list === undefined) return story.cannot(`${operation} makes nothing listed`);
  const { list } = effect;
  const idName = story.contract.field(effect.id);
  const recordsNow = async (): Promise<ReadonlyMap<unknown, unknown>> => {
    const records = listIn(jsonOf(await story.ask(list, { query: ONE_LARGE_PAGE, send: "again" })));
    if (records === undefined || records.length >= LARGEST_PAGE)
      return story.cannot("the list is not to be had on one page");
    return new Map(records.map((one) => [member(one, idName), one]));
  };
  const isOwn = (id: unknown): boolean => typeof id === "string" && story.records.isThere([id], {});
  let found: readonly unknown[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const before = await recordsNow();
    const began = performance.now();
    const exchange = await performs(story, operation, { send: "again" });
    if (!wasAccepted(exchange)) return story.cannot(`${operation} is not accepted (${received(exchange)})`);
    const id = member(story.addresses.recordIn(operation, jsonOf(exchange)), idName);
    const after = await story.eventually(recordsNow, (records) => records.has(id));
    const own = after.get(id);
    const alike = [...after].filter(([one, record]) => one !== id && !before.has(one) && isAlike(record, own));
    // By then the answer to each create that was under way is here.
    if (alike.length > 0) await story.pass(Math.ceil(2 * (performance.now() - began)));
    found = alike.map(([one]) => one).filter((one) => !isOwn(one));
    if (found.length === 0) return upheld;
  }
  return broken("one new record in the list", `that and ${found.map(String).join(", ")} of the same content`);
}

/** Whether two records say the same but for their ids and moments. */
function isAlike(one: unknown, other: unknown): boolean {
  const [some, others] = [fieldsOf(one), fieldsOf(other)];
  return [...new Set([...Object.keys(some), ...Object.keys(others)])].every(
    (name) => isDeepStrictEqual(some[name], others[name]) || (isOfItsOwn(some[name]) && isOfItsOwn(others[name])),
  );
}

const isOfItsOwn = (value: unknown): boolean =>
  typeof value === "string" && (/^[a-f0-9]{24}$/.test(value) || /^\d{4}-\d\d-\d\dT/.test(value));

/** What is made is a record of its own. */
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
  story({
    id: "GEN-CREATE-ONE",
    level: "MUST",
    basis: "derived:D6",
    text: "A create makes one record: the list has that one more afterwards, and no other.",
    section: "Resources and their fields > Conventions",
    stage: "state",
    risk: writeRisk,
    needs: ON_PROJECT,
    mock: "its records are examples",
    on: ({ operation: { id }, version }) =>
      ONCE.includes(id) && (version === "2" || id === "createAlertConfig" || id === "createExportBucket"),
    requests: 24,
    tell: createsOne,
  }),
];
