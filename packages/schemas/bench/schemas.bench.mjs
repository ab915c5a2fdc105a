// Measures the cost of the package: loading, validating, type checking, each compared with a baseline.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { alertConfig, bindContract, exampleOf, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { figure } from "../../../scripts/figures.mjs";

const PAIRS = Number(process.env.PAIRS ?? 7);
const here = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

console.log(`The schemas package, ${PAIRS} pairs`);
importing();
judging();
typeChecking();

function importing() {
  const own = 'await import("@plumbline/schemas"); await import("@plumbline/schemas/validate");';
  const bare = 'await import("ajv/dist/2020.js"); await import("ajv-formats");';
  const [ours, theirs] = [[], []];
  let compilerLoaded = false;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const one = imported(own);
    compilerLoaded ||= one.compiler;
    ours.push(one.milliseconds);
    theirs.push(imported(bare).milliseconds);
  }
  figure({ name: "importing it", values: ours, unit: "ms", atMost: 60, bare: { name: "Ajv alone", values: theirs } });
  console.log(`  it loads Ajv's compiler: ${compilerLoaded ? "yes" : "no"}`);
}

function imported(imports) {
  const program = `import { createRequire } from "node:module";
const began = performance.now();
${imports}
const milliseconds = performance.now() - began;
const compiler = Object.keys(createRequire(import.meta.url).cache).some((file) => /ajv.dist.(core|2020)\\.js$/.test(file));
console.log(JSON.stringify({ milliseconds, compiler }));`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd: here, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

/**
 * The largest body that a caller sends, and a full page of alert configurations, the largest answer that is frequent in
 * runs.
 */
function judging() {
  const contract = bindContract(neutral);
  const create = contract.operation("createCluster").routes.at(-1).body.schema;
  compare("a cluster to create", create, exampleOf(create), {});
  const page = { results: Array.from({ length: 500 }, () => exampleOf(alertConfig)), totalCount: 500 };
  compare("a page of 500 records", contract.route("listAlertConfigs", "2").result.schema, page, { answers: true });
}

function compare(what, schema, value, mode) {
  const validator = createValidator(mode);
  const ajv = new Ajv2020({ strict: false, discriminator: true });
  addFormats.default(ajv);
  const compiled = ajv.compile(schema);
  const rate = (accepts) => {
    const began = performance.now();
    let times = 0;
    while (performance.now() - began < 150) {
      // Reads the clock only from time to time, because that costs as much as a small body.
      for (let batch = 0; batch < 20; batch += 1) if (!accepts()) throw new Error(`${what} was refused`);
      times += 20;
    }
    return (1_000 * times) / (performance.now() - began);
  };
  const [ours, theirs, ratios] = [[], [], []];
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    const own = rate(() => validator.accepts(schema, value));
    const bare = rate(() => compiled(value));
    // The first pair is the warm-up and does not count.
    if (pair === 0) continue;
    ours.push(own);
    theirs.push(bare);
    ratios.push((100 * own) / bare);
  }
  const size = JSON.stringify(value).length;
  console.log(`  judging ${what} (${size.toLocaleString("en")} bytes)`);
  figure({ name: what, values: ours, unit: "a second", bare: { name: "bare Ajv", values: theirs } });
  figure({ name: `${what}, of bare Ajv's rate`, values: ratios, unit: "%", atLeast: 80 });
}

function typeChecking() {
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const times = [];
  for (let run = 0; run < Math.min(PAIRS, 3); run += 1) {
    const began = performance.now();
    const result = spawnSync(process.execPath, [compiler, "-p", join(here, "tsconfig.json")], { encoding: "utf8" });
    times.push((performance.now() - began) / 1_000);
    if (result.status !== 0) throw new Error(result.stdout);
  }
  figure({ name: "type checking it", values: times, unit: "s", digits: 2, atMost: 3 });
}
