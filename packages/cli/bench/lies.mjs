// Lies that nobody wrote by hand: a server takes a member of a body, answers like any other, and does not keep it.
//   node packages/cli/bench/lies.mjs [--only updateBackupSchedule] [--lanes 2]
// One for each member that the contract lists for the body of a write and that may be left out, told by what stands
// between the suite and the reference. A line for each that turns nothing red, a summary, and exit 1 below `--least`.
import { parseArgs } from "node:util";
import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { bindContract, isWriteId, neutral, OPERATION_IDS } from "@plumbline/schemas";
import { targetOfReference } from "../dist/targets/reference.js";
import { liar } from "./lies/liar.mjs";
import { membersOf } from "./lies/members.mjs";
import { whyUnshown } from "./lies/unshown.mjs";
import { inLanes } from "./safety/lanes.mjs";

const { values } = parseArgs({
  options: {
    /** Lies whose name holds this text. */
    only: { type: "string", default: "" },
    lanes: { type: "string", default: "1" },
    /** Of a hundred that were told, how many must be seen. */
    least: { type: "string", default: "98" },
  },
});
const RED = ["fail", "warn", "flaky"];
const contract = bindContract(neutral);
const lies = OPERATION_IDS.filter((id) => isWriteId(id) && contract.operation(id).body !== undefined)
  .flatMap((operation) => membersOf(contract.operation(operation).body.schema).map((member) => ({ operation, member })))
  .filter(({ operation, member }) => `${operation} ${member}`.includes(values.only));
const tellable = lies.filter(({ operation, member }) => whyUnshown(`${operation} ${member}`) === undefined);

/** What the suite says of one operation on a server that loses one member of its body. */
async function tell({ operation, member }) {
  const reference = await startReference({ seed: 1 });
  const front = await liar(reference, { operation, member });
  try {
    const report = await conduct(
      { ...targetOfReference(reference, []), baseUrl: front.url },
      { requirements, selection: { operations: [operation] }, command: "lies", runId: "lies", toolVersion: "0.0.0" },
    );
    const red = report.verdicts.some(({ outcome }) => RED.includes(outcome));
    return { told: front.told(), red };
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
    if (!red) console.log(told > 0 ? `unseen   ${name}: told ${told} times` : `untold   ${name}: never sent`);
  },
);
const share = (100 * count.seen) / tellable.length;
console.log(
  `lies: ${lies.length} members, of which ${lies.length - tellable.length} can be seen by nobody; of the others ${count.seen} seen (${share.toFixed(1)} %), ${count.unseen} told and unseen, ${count.untold} never sent`,
);
process.exit(share >= Number(values.least) ? 0 : 1);
