// Generated lies: a server accepts a member of a body, answers like any other, and does not keep it.
//   node packages/trials/lies.mjs [--kind not-kept|beside|later|stale] [--only updateBackupSchedule] [--lanes 2]
// There is one lie for each optional member that the contract lists for the body of a write, simulated between the
// suite and the reference. Prints a line for each lie that turns nothing red, and a summary; exits with 1 below
// `--least`.
import { parseArgs } from "node:util";
import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { bindContract, isWriteId, neutral, OPERATION_IDS } from "@plumbline/schemas";
import { targetOfReference } from "../cli/dist/targets/reference.js";
import { KINDS, liar } from "./lies/liar.mjs";
import { membersOf } from "./lies/members.mjs";
import { whyUnshown } from "./lies/unshown.mjs";
import { inLanes } from "./safety/lanes.mjs";

const { values } = parseArgs({
  options: {
    /** How the member is lost. */
    kind: { type: "string", default: "not-kept" },
    /** Selects lies whose name contains this text. */
    only: { type: "string", default: "" },
    lanes: { type: "string", default: "1" },
    /** The per cent of told lies that must be detected. */
    least: { type: "string", default: "98" },
  },
});
if (!Object.hasOwn(KINDS, values.kind)) {
  console.error(`lies: --kind is one of ${Object.keys(KINDS).join(", ")}, not ${values.kind}`);
  process.exit(2);
}
const RED = ["fail", "warn", "flaky"];
/** Neither path contains the other. */
const isApart = (one, other) => !`${one}.`.startsWith(`${other}.`) && !`${other}.`.startsWith(`${one}.`);
const contract = bindContract(neutral);
const lies = OPERATION_IDS.filter((id) => isWriteId(id) && contract.operation(id).body !== undefined)
  .flatMap((operation) => {
    const members = membersOf(contract.operation(operation).body.schema);
    return members.map((member) => ({ operation, member, others: members.filter((other) => isApart(other, member)) }));
  })
  .filter(({ operation, member }) => `${operation} ${member}`.includes(values.only));
const tellable = lies.filter(({ operation, member }) => whyUnshown(`${operation} ${member}`) === undefined);

/** Judges one operation on a server that loses one member of its body. */
async function tell({ operation, member, others }) {
  const reference = await startReference({ seed: 1 });
  const front = await liar(reference, { operation, member, others, kind: values.kind });
  try {
    const report = await conduct(
      { ...targetOfReference(reference, []), baseUrl: front.url },
      { requirements, selection: { operations: [operation] }, command: "lies", runId: "lies", toolVersion: "0.0.0" },
    );
    const red = report.verdicts.some(({ outcome }) => RED.includes(outcome));
    // A setting that was not restored counts too; it ends a run with its own exit code.
    const unlike = report.changes.some(({ note }) => /not restored/.test(note ?? ""));
    return { told: front.told(), red: red || unlike };
  } finally {
    await front.close();
    await reference.close();
  }
}

const count = { seen: 0, unseen: 0, untold: 0 };
await inLanes(
  tellable,
  Number(values.lanes),
  async (lie) => ({ lie, ...(await tell(lie)) }),
  ({ lie, told, red }) => {
    const name = `${lie.operation} ${lie.member}`;
    if (red) count.seen += 1;
    else if (told > 0) count.unseen += 1;
    else count.untold += 1;
    if (!red) console.log(told > 0 ? `unseen   ${name}: told ${told} times` : `untold   ${name}: never told`);
  },
);
// A member that is not read again, or exists in one version only, cannot be lost in the other ways.
const all = values.kind === "not-kept" ? tellable.length : count.seen + count.unseen;
const share = all === 0 ? 100 : (100 * count.seen) / all;
console.log(
  `lies (${values.kind}): ${lies.length} members, of which ${lies.length - tellable.length} can be seen by nobody; of the others ${count.seen} seen (${share.toFixed(1)} % of ${all}), ${count.unseen} told and unseen, ${count.untold} never told`,
);
process.exit(share >= Number(values.least) ? 0 : 1);
