// Tests that the exported OpenAPI documents allow the answers of correct servers. Third-party validators check each
// answer of whole runs, of mixes of variants and of a fuzz run against the document, and the document against OpenAPI
// itself.
//   node packages/trials/proxy.mjs [--mixes 20] [--seed 1] [--requests 2000] [--profile atlas] [--only
//     run,mixes,fuzz,live] [--variants id,id] [--budget 2000] [--by prism,strict] [--document FILE]
// The run and the campaign are against the reference in this process. Each answer is then replayed to a real Prism, as
// a proxy before a server that repeats it, and to a JSON Schema validator other than Ajv. Prism between suite and
// server would change what is judged (see proxy/prism.mjs); `live` does that all the same. Requests for no operation of
// the document are counted, and not judged. Prints a line for each part and each kind of violation with its first
// example; exits with 1 when there is one.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { requirements } from "@plumbline/conformance";
import { FAMILIES, fuzzRequirements } from "@plumbline/fuzz";
import { variants } from "@plumbline/reference";
import { atlas, bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { openApiDocument } from "@plumbline/schemas/openapi";
import { combination } from "../cli/dist/trials/combination.js";
import { compatible } from "../cli/dist/trials/compatible.js";
import { openPrismProxy, violationsTold } from "./proxy/prism.mjs";
import { record, runThrough } from "./proxy/recorded.mjs";
import { openStrict, wrongWith } from "./proxy/strict.mjs";

const { values } = parseArgs({
  options: {
    mixes: { type: "string", default: "0" },
    /** Seed of the first mix and of the fuzzer. */
    seed: { type: "string", default: "1" },
    /** Requests of the fuzzer. */
    requests: { type: "string", default: "2000" },
    profile: { type: "string", default: "neutral" },
    only: { type: "string", default: "run,mixes,fuzz" },
    /** A chosen mix, tried before the others. */
    variants: { type: "string", default: "" },
    /** Requests of each mix; 0 means all. */
    budget: { type: "string", default: "0" },
    by: { type: "string", default: "prism,strict" },
    /** Another document, such as an earlier one. */
    document: { type: "string" },
  },
});
const profile = { neutral, atlas }[values.profile];
const seed = Number(values.seed);
const parts = values.only.split(",");
const document = values.document
  ? JSON.parse(readFileSync(values.document, "utf8"))
  : openApiDocument(bindContract(profile));

const opened = {
  prism: () => openPrismProxy(document),
  strict: () => openStrict(document),
};
const judges = await Promise.all(values.by.split(",").map(async (name) => ({ name, ...(await opened[name]()) })));
/** By judge, operation, pointer and keyword: the count, and the first answer. */
const kinds = new Map();

async function part(label, options) {
  const counts = Object.fromEntries(
    judges.map(({ name }) => [name, { judged: 0, elsewhere: 0, unsent: 0, broken: 0 }]),
  );
  const began = Date.now();
  const answered = await record({ profile, ...options }, async (answer) => {
    for (const { name, judge } of judges) {
      const found = await judge(answer);
      const count = counts[name];
      if (typeof found === "string") count[found] += 1;
      else {
        count.judged += 1;
        if (found.length > 0) note(name, label, answer, found);
        if (found.length > 0) count.broken += 1;
      }
    }
  });
  const said = Object.entries(counts).map(
    ([name, { judged, elsewhere, unsent, broken }]) =>
      `${name} judged ${judged}, ${broken} violate; ${elsewhere} at no operation, ${unsent} it cannot be asked`,
  );
  const bad = Object.values(counts).some(({ broken, judged }) => broken > 0 || judged === 0);
  const seconds = ((Date.now() - began) / 1_000).toFixed(0);
  console.log(`${bad ? "BAD " : "ok  "} ${label}: ${answered} answers; ${said.join("; ")} (${seconds} s)`);
  return { answered, bad };
}

function note(name, label, answer, [{ pointer, keyword, text }]) {
  const place = `${answer.method} ${answer.path.replace(/[a-f0-9]{24}/g, "{id}")} ${answer.status}`;
  const key = `${name}: ${place} ${pointer.replace(/\d+/g, "#")} (${keyword})`;
  const known = kinds.get(key);
  if (known !== undefined) known.count += 1;
  else kinds.set(key, { count: 1, label, text, body: answer.body.replace(/\s+/g, " ").slice(0, 400) });
}

const results = [];
const wrong = await wrongWith(document);
for (const { pointer, keyword } of wrong) console.log(`BAD  the document itself: ${pointer} (${keyword})`);
if (parts.includes("run")) results.push(await part(`run, ${profile.name}`, { requirements }));
if (parts.includes("mixes")) {
  const drawn = Array.from({ length: Number(values.mixes) }, (_, index) => ({
    mix: seed + index,
    ids: compatible(combination(variants, seed + index)).map(({ id }) => id),
  }));
  const chosen = values.variants === "" ? [] : [{ mix: seed, ids: values.variants.split(",") }];
  const requests = Number(values.budget);
  const selection = requests > 0 ? { budget: { requests } } : {};
  for (const { mix, ids } of [...chosen, ...drawn])
    results.push(await part(`mix ${mix} (${ids.join(" ")})`, { requirements, variants: ids, seed: mix, selection }));
}
if (parts.includes("fuzz")) {
  const versions = [...INTERFACE_VERSIONS, "standalone"];
  const campaign = { seed, requests: Number(values.requests), families: FAMILIES, versions, endless: true };
  results.push(await part(`fuzz, ${profile.name}`, { requirements: fuzzRequirements(campaign) }));
}
if (parts.includes("live")) {
  let broken = 0;
  const requests = Number(values.budget);
  const options = { profile, document, requirements, selection: requests > 0 ? { budget: { requests } } : {} };
  const { answered, red } = await runThrough(options, (answer, told) => {
    const found = violationsTold(told);
    if (typeof found === "string" || found.length === 0) return;
    broken += 1;
    note("prism", "live", answer, found);
  });
  console.log(`${broken > 0 ? "BAD " : "ok  "} live, ${profile.name}: ${answered} answers, ${broken} violate`);
  console.log(`     red because the proxy writes requests and answers anew: ${red.join(", ") || "nothing"}`);
  results.push({ answered, bad: broken > 0 });
}
for (const [key, { count, label, text, body }] of [...kinds].sort((one, other) => other[1].count - one[1].count))
  console.log(`  ${count} x ${key}\n       ${text}\n       first in ${label}: ${body}`);
const answers = results.reduce((sum, { answered }) => sum + answered, 0);
const bad = results.filter((one) => one.bad).length + wrong.length;
console.log(`proxy: ${answers} answers, ${kinds.size} kinds of violation`);
for (const { close } of judges) await close();
process.exit(bad === 0 ? 0 : 1);
