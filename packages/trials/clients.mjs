// Uses popular clients first directly and then through the proxy. Tests that they get the same answers, and that the
// proxy finds nothing broken. Installs the clients in clients/packages.mjs with npm into a temporary folder.
//   node packages/trials/clients.mjs [--only NAME] [--detail]
// Prints a line for each client; exits with 1 when one gets other answers, gets none, or the proxy's report is not
// green.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openClients } from "./clients/clients.mjs";
import { startProgram } from "./safety/program.mjs";
import { startServed } from "./safety/served.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    /** Prints the answers in the form that is compared. */
    detail: { type: "boolean", default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), "plumbline-clients-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// Lenient, like the public service: some of these clients leave the query out of the signed address.
const { server, environment, stated } = await startServed(["--profile", "atlas", "--lenient"]);
const { main } = stated.credentials;
const known = {
  key: { username: environment[main.public], password: environment[main.private] },
  groupId: stated.fixtures.groupId,
  clusterName: stated.fixtures.clusterName,
};

/** Starts the proxy; `end` stops it and returns the result of its report. */
async function openProxy(out) {
  const proxy = startProgram([
    ...["proxy", "--target", stated.baseUrl, "--profile", "atlas"],
    ...["--out", out, "--format", "json", "--quiet"],
  ]);
  const url = () => /http:\/\/127\.0\.0\.1:\d+/.exec(proxy.said())?.[0];
  for (let waits = 0; url() === undefined; waits += 1) {
    if (waits > 1_000) throw new Error(`the proxy did not start: ${proxy.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const end = async () => {
    proxy.kill("SIGINT");
    const code = await proxy.ended;
    const { verdicts } = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
    const having = (...outcomes) => verdicts.filter(({ outcome }) => outcomes.includes(outcome));
    return { code, broken: having("fail", "warn").map(({ check }) => check), held: having("pass").length };
  };
  return { url: url(), end };
}

/** Answers without the parts that differ between repetitions. */
const comparable = (said, url) =>
  said.map((one) =>
    JSON.stringify(one)
      .replaceAll(url, "<url>")
      .replaceAll(/\b[0-9a-f]{24}\b/g, "<id>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"),
  );

const { clients, remove } = await openClients();
let bad = 0;
let tried = 0;
for (const [name, client] of Object.entries(clients)) {
  if (!name.includes(values.only)) continue;
  tried += 1;
  const direct = comparable(await client({ ...known, url: stated.baseUrl }), stated.baseUrl);
  const proxy = await openProxy(join(folder, String(tried)));
  const passed = comparable(await client({ ...known, url: proxy.url }), proxy.url);
  const { code, broken, held } = await proxy.end();
  const others = direct.flatMap((one, at) => (one === passed[at] ? [] : [`${one}\n  ${passed[at]}`]));
  // Without this check, a client whose requests are all refused would pass too.
  const isLetIn = direct.length > 5 && !direct.some((one) => /"(?:status|error)":401\b/.test(one));
  const fine = others.length === 0 && isLetIn && code === 0 && broken.length === 0;
  if (!fine) bad += 1;
  const words = [
    `${direct.length} answers, ${others.length} other through the proxy`,
    ...(isLetIn ? [] : ["NOT LET IN"]),
    `report exit ${code}, ${held} checks hold, broken: ${broken.join(" ") || "none"}`,
  ];
  console.log(`${fine ? "ok  " : "BAD "} ${name}: ${words.join("; ")}`);
  for (const one of values.detail ? direct : others) console.log(`  ${one.slice(0, 2_000)}`);
}
remove();
server.kill();
console.log(`clients: ${tried} tried, ${bad} bad`);
process.exitCode = bad === 0 && tried > 0 ? 0 : 1;
