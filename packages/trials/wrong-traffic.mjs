// Measures which small defects of a server are found in traffic. The answers of a correct server are changed by one
// defect of wrong-traffic/defects.mjs at a time, and the clients of outcomes.mjs draw their requests; everything passes
// through the proxy.
//   node packages/trials/wrong-traffic.mjs [--only TEXT] [--from 20] [--seed 1] [--exchanges 1000] [--linger 62]
//     [--detail]
// A defect counts as found if the proxy exits with 1. Prints a line for each, with how often it appeared and what was
// called broken. This is a measurement, so the exit code is 1 only when the server without a defect is called wrong. A
// defect that appears only a while after the last write is judged in a session that lingers; --linger 0 leaves those
// out.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { neutral } from "@plumbline/schemas";
import { stringify } from "yaml";
import { openRewriting } from "./outcomes/rewriting.mjs";
import { session } from "./outcomes/session.mjs";
import { inOneLine, openWatched } from "./outcomes/watched.mjs";
import { whoOf } from "./outcomes/who.mjs";
import { startServed } from "./safety/served.mjs";
import { defects } from "./wrong-traffic/defects.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    /** The number of the first defect to try. */
    from: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    exchanges: { type: "string", default: "1000" },
    linger: { type: "string", default: "62" },
    /** Prints what each broken check expected and received. */
    detail: { type: "boolean", default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), "plumbline-wrong-traffic-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const TRIALS_PER_SERVER = 8;
const HONEST = "no defect";
const all = { [HONEST]: { open: () => async (_asked, pass) => pass() }, ...defects };

/**
 * A server is used for a few trials, because starting it would take longer than they do; its printed data is valid in
 * each.
 */
let served;
let trials = 0;
async function serving() {
  if (trials % TRIALS_PER_SERVER === 0) {
    served?.server.kill();
    served = await startServed(["--seed", values.seed]);
  }
  trials += 1;
  return served;
}

async function trial({ open, isLate = false }, number) {
  const { environment, stated } = await serving();
  let shown = 0;
  const note = () => {
    shown += 1;
  };
  const wrapper = await openRewriting(stated.baseUrl, open(note));
  const moved = (url) => stated.metricsUrl.replace(stated.baseUrl, url);
  const [out, target] = [join(folder, String(number)), join(folder, `${number}.yml`)];
  writeFileSync(target, stringify({ ...stated, baseUrl: wrapper.url, metricsUrl: moved(wrapper.url) }));
  const proxy = await openWatched({ target, environment, out });
  await session({
    url: proxy.url,
    metricsUrl: moved(proxy.url),
    fixtures: stated.fixtures,
    profile: neutral,
    seed: Number(values.seed),
    exchanges: Number(values.exchanges),
    manner: { most: 10, pace: 0, favoured: [] },
    linger: isLate ? Number(values.linger) : 0,
    ...whoOf(stated, environment),
  });
  const said = await proxy.end();
  wrapper.close();
  return { ...said, shown };
}

const tally = { found: [], missed: [], unshown: [] };
let isHonestCalledWrong = false;
for (const [number, [name, defect]] of Object.entries(all).entries()) {
  if (name !== HONEST && (!name.includes(values.only) || number < Number(values.from))) continue;
  const { code, shown, fails, warns } = await trial(defect, number);
  const ids = [...new Set([...fails, ...warns].map(({ requirement }) => requirement))];
  const red = `exit ${code}, broken: ${ids.slice(0, 6).join(" ") || "none"}${ids.length > 6 ? ` and ${ids.length - 6} more` : ""}`;
  if (name === HONEST) {
    isHonestCalledWrong = fails.length + warns.length > 0 || ![0, 3].includes(code);
    console.log(`${isHonestCalledWrong ? "BAD      " : "ok       "} ${name}: ${red}`);
  } else {
    const kind = code === 1 ? "found" : shown === 0 ? "unshown" : "missed";
    tally[kind].push(name);
    console.log(
      `${{ found: "found    ", missed: "NOT FOUND", unshown: "NOT SHOWN" }[kind]} ${number} ${name}: shown ${shown} times, ${red}`,
    );
  }
  if (values.detail || name === HONEST) for (const one of [...fails, ...warns]) console.log(`  ${inOneLine(one)}`);
}
console.log(
  `wrong traffic: ${tally.found.length} found, ${tally.missed.length} not found, ${tally.unshown.length} not shown` +
    ` of ${tally.found.length + tally.missed.length + tally.unshown.length}`,
);
served.server.kill();
process.exitCode = isHonestCalledWrong ? 1 : 0;
