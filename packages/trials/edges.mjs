// Measures which edges of the contract `run` and `fuzz` cover with their requests: cells of keyword x side x place x
// operation.
//   node packages/trials/edges.mjs [--only createCluster] [--requests 5000] [--seed 1] [--show near] [--without fuzz]
// Cells follow from the contract alone. An `edge` is a value exactly at a limit, which must be accepted. `beyond` is a
// value just over the limit or of another type, which must be refused. `near` is nearly a value: another letter case, a
// hyphen, dot, underscore, space or line break before or after it, full-width characters, other planes, other notations
// of a number. A request covers a cell when it has a known key and contains such a value at this place; the answer does
// not matter. The contract has neither `multipleOf` nor `uniqueItems`. Prints a row for each keyword and for each kind
// of cell and of place, with `--show` each uncovered cell, and exits with 1 below `--least`.
import { parseArgs } from "node:util";
import { conduct, requirements } from "@plumbline/conformance";
import { FAMILIES, fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import { bindContract, neutral, OPERATION_IDS } from "@plumbline/schemas";
import { targetOfReference } from "../cli/dist/targets/reference.js";
import { cellsOf, readRequest } from "./edges/cells.mjs";
import { whyOpen } from "./edges/unreached.mjs";
import { operationAt } from "./safety/interface.mjs";

const { values } = parseArgs({
  options: {
    /** Selects cells whose name contains this text. */
    only: { type: "string", default: "" },
    /** Requests of the fuzzer. */
    requests: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    /** Lists uncovered cells: edge, beyond, near, or all. */
    show: { type: "string" },
    /** Leaves out `run` or `fuzz`. */
    without: { type: "string", default: "" },
    /** The per cent of reachable cells that must be covered. */
    least: { type: "string", default: "0" },
  },
});
const contract = bindContract(neutral);
const formsOf = (id) => {
  const { routes } = contract.operation(id);
  return routes.map(({ version }) => [version, contract.operation(id, version)]);
};
const universe = new Map();
const byForm = new Map();
for (const id of OPERATION_IDS)
  for (const [version, operation] of formsOf(id)) {
    const cells = cellsOf(operation).filter(({ name }) => name.includes(values.only));
    byForm.set(`${id}/${version}`, { operation, cells });
    for (const cell of cells) universe.set(cell.name, universe.get(cell.name) ?? cell);
  }

/** The names of all cells that the requests of a campaign cover. */
async function covered(list) {
  const reference = await startReference({ seed: 1 });
  const seen = new Set();
  const asked = new Set();
  let requests = 0;
  try {
    await conduct(targetOfReference(reference, []), {
      requirements: list,
      command: "edges",
      runId: "edges",
      toolVersion: "0.0.0",
      seed: Number(values.seed),
      keepExchanges: 100,
      onWire: ({ request: { method, url, body, credential }, response }) => {
        requests += 1;
        // A caller without permission is always refused.
        if (credential.scheme === "none" || response.status === 401 || response.status === 403) return;
        const key = `${method} ${url} ${body}`;
        const [path = "", query = ""] = url.replace(/^[a-z]+:\/\/[^/]*/, "").split("?");
        const at = asked.has(key) ? undefined : operationAt(method, path);
        asked.add(key);
        const form = at && byForm.get(`${at.id}/${at.version}`);
        if (form === undefined) return;
        const request = readRequest(form.operation, { path: at.values, query, body });
        for (const { name, shownBy } of form.cells) if (!seen.has(name) && shownBy(request)) seen.add(name);
      },
    });
  } finally {
    await reference.close();
  }
  return { seen, requests };
}

const none = { seen: new Set(), requests: 0 };
const run = values.without === "run" ? none : await covered(requirements);
const fuzz =
  values.without === "fuzz"
    ? none
    : await covered(
        fuzzRequirements({
          seed: Number(values.seed),
          requests: Number(values.requests),
          families: FAMILIES,
          versions: ["1.0", "2", "standalone"],
          endless: true,
        }),
      );

const all = [...universe.values()].map((cell) => ({
  ...cell,
  run: run.seen.has(cell.name),
  fuzz: fuzz.seen.has(cell.name),
  why: whyOpen(cell.name),
}));
const isCovered = (cell) => cell.run || cell.fuzz;
const reachable = all.filter((cell) => cell.why === undefined || isCovered(cell));
const percent = (part, whole) => (whole === 0 ? "100.0" : ((100 * part) / whole).toFixed(1));
const row = (label, cells) => {
  const count = (has) => cells.filter(has).length;
  const both = count(isCovered);
  const parts = [cells.length, count((cell) => cell.run), count((cell) => cell.fuzz), both];
  console.log(
    `${label.padEnd(24)}${parts.map((part) => String(part).padStart(8)).join("")}${percent(both, cells.length).padStart(8)} %`,
  );
};
const table = (title, keyOf) => {
  console.log(
    `\n${title.padEnd(24)}${["cells", "run", "fuzz", "either", ""].map((text) => text.padStart(8)).join("")}`,
  );
  for (const [key, cells] of [...grouped(reachable, keyOf)].sort()) row(key, cells);
};
const grouped = (list, keyOf) => {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};
table("keyword", ({ keyword }) => keyword);
table("kind", ({ kind }) => kind);
table("location", ({ place }) => place.split("/")[0]);
console.log();
row("all", reachable);
if (values.show !== undefined)
  for (const cell of reachable)
    if (!isCovered(cell) && (values.show === "all" || values.show === cell.kind))
      console.log(`uncovered ${cell.kind} ${cell.name}`);
const share = percent(reachable.filter(isCovered).length, reachable.length);
console.log(
  `edges: ${reachable.length} cells, of which run covers ${all.filter((cell) => cell.run).length} (${run.requests} requests) and fuzz ${all.filter((cell) => cell.fuzz).length} (${fuzz.requests} requests), together ${share} %; ${all.length - reachable.length} more cannot be reached`,
);
process.exit(Number(share) >= Number(values.least) ? 0 : 1);
