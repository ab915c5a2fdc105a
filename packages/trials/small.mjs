// Judges a server with a dozen operations that shares nothing with this project, starting with `init --probe` as its
// author would. The server is complete for what it offers, and each mistake that can be enabled must turn exactly the
// requirements red that name it.
//   node packages/trials/small.mjs [--only NAME,NAME] [--lanes 2] [--most 60] [--narrow] [--passing]
// With --passing a proxy runs before it, which must find nothing in the traffic of the correct server. Prints a line
// for each with the red requirements and the seconds; exits with 1 when any differs from the expectation.
import { parseArgs } from "node:util";
import { inLanes } from "./safety/lanes.mjs";
import { judged } from "./small/judged.mjs";
import { mistakes } from "./small/mistakes.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    lanes: { type: "string", default: "2" },
    most: { type: "string", default: "60" },
    /** Runs each mistake only against the requirements that name it. */
    narrow: { type: "boolean", default: false },
    passing: { type: "boolean", default: false },
  },
});
const honest = [
  { name: "honest", shows: [] },
  { name: "honest, version 2 alone", versions: "2", shows: [] },
  { name: "honest, version 1.0 alone", versions: "1.0", shows: [] },
  { name: "honest, without authentication", open: true, shows: [] },
];
const wrong = [...mistakes].map(([name, { shows, leaves, late }]) => ({ name, mistake: name, shows, leaves, late }));
const wanted = values.only.split(",").filter((name) => name !== "");
const cases = [...honest, ...wrong].filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (cases.length === 0) {
  console.error(`nothing is named ${values.only}; there are honest, ${[...mistakes.keys()].join(", ")}`);
  process.exit(2);
}

let [bad, wrongs, found] = [0, 0, 0];
await inLanes(
  cases,
  Number(values.lanes),
  async ({ name, mistake, versions, open, shows, leaves = false, late = false }) => {
    const { code, red, lacking, must, left, seconds, passed, ...said } = await judged({
      mistake,
      passing: values.passing,
      versions,
      open,
      ...(values.narrow && shows.length > 0 && { only: shows.join(",") }),
    });
    const missed = shows.filter((id) => !red.includes(id));
    // Rules about several answers together break incidentally, depending on the order of requests.
    const beside = red.filter((id) => !shows.includes(id) && !id.startsWith("REC-"));
    // The file from `init --probe` must state no more than the server offers.
    const described =
      `${said.offers}` === "alert-configs,alerts" && `${said.versions ?? "both"}` === (versions ?? "both");
    const ended = shows.length === 0 ? code === 0 && lacking.length === 0 : true;
    // Late checks get additional time, at most a minute.
    const soon = seconds <= Number(values.most) + (late ? 60 : 0);
    const isAccused = shows.length === 0 && passed !== undefined && passed.length > 0;
    if (passed !== undefined && shows.length > 0) wrongs += 1;
    if (passed !== undefined && shows.length > 0 && passed.length > 0) found += 1;
    const fine = !isAccused && described && missed.length + beside.length === 0 && left > 0 === leaves && ended && soon;
    if (!fine) bad += 1;
    const words = [
      `MUST ${must.pass} of ${must.pass + must.fail + must.flaky + must["could-not-run"]}`,
      `red: ${red.join(" ") || "none"}`,
      ...(passed === undefined ? [] : [`in what passed: ${passed.join(" ") || "none"}`]),
      ...(described ? [] : [`the file says offers ${said.offers}, versions ${said.versions}`]),
      ...(missed.length > 0 ? [`NOT RED: ${missed.join(" ")}`] : []),
      ...(beside.length > 0 ? [`RED BESIDE: ${beside.join(" ")}`] : []),
      ...(lacking.length > 0 ? [`could not run: ${lacking.join(" ")}`] : []),
      ...(left > 0 ? [`${left} left over`] : []),
    ];
    console.log(`${fine ? "ok  " : "BAD "} ${name}: exit ${code}, ${words.join(", ")}, ${seconds.toFixed(1)} s`);
  },
);
if (values.passing) console.log(`${found} of ${wrongs} mistakes are found in what passes`);
console.log(`small: ${cases.length} cases, ${bad} bad`);
process.exitCode = bad === 0 ? 0 : 1;
