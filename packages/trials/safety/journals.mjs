import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openWorker } from "./children.mjs";
import { CRAFTS } from "./crafted.mjs";
import { idsIn } from "./inventory.mjs";
import { killedAfter } from "./killed.mjs";
import { runProgram } from "./program.mjs";
import { randomOf } from "./random.mjs";
import { openServed } from "./served.mjs";
import { isWrite } from "./writes.mjs";

/** The records of a run in these areas can be deleted at once, so that no cleanup has to wait. */
const AREAS = "ALC,ALT,EXB,SRCH,AUD,DNS,CMP,SCH";
/** A cleanup waits for some refusals; one that takes longer is stopped, which is not an error. */
const MOST_SECONDS = 12;
const WORKER = fileURLToPath(new URL("./cleanup-worker.mjs", import.meta.url));
const FINE = [0, 2, 7, "late"];

/** A cleanup may write to settings and to the one alert. */
const OF_SETTINGS = /^(update(Auditing|CustomDns|Backup)|replaceCustom|acknowledge)/;
/** A run of these areas never undoes anything with these operations. */
const NEVER = [
  "deleteBackupSchedules",
  "cutOverMigration",
  "deleteLinkToken",
  "endOutageSimulation",
  "disablePrivateIpMode",
];

export const journalTrials = ({ times, seed, only }) =>
  Array.from({ length: times }, (_, index) => ({
    craft: Object.keys(CRAFTS)[index % Object.keys(CRAFTS).length],
    index,
    seed,
  })).filter(({ craft }) => craft.includes(only));

/** The journal of a run that was killed and cleaned up, crafted in many ways, each given to a separate cleanup. */
export function journalTrial() {
  const grounds = new Map();
  const worker = openWorker(WORKER);
  return {
    async crafted({ craft, index, seed }) {
      // Each round has its own server: a record that one cleanup deleted wrongly cannot be deleted again by a later
      // one.
      const round = Math.floor(index / Object.keys(CRAFTS).length);
      if (!grounds.has(round)) grounds.set(round, prepare(seed + round));
      const { served, ground, lines, existing, foreignRequests } = await grounds.get(round);
      const { front, environment, folder, target } = served;
      const from = join(folder, `journal-${index}.ndjson`);
      const text = CRAFTS[craft](lines, randomOf(seed * 1_000 + index), ground).join("\n");
      writeFileSync(from, `${text}\n`);
      const first = front.log.length;
      const strangers = foreignRequests.length;
      const began = performance.now();
      const { code, text: told } = await cleanup(worker, { args: ["--target", target, "--from", from], environment });
      await front.settled();
      const seen = front.log.slice(first);
      const outside = seen.filter(({ path }) => !path.startsWith("/api/product/"));
      const hit = seen.filter(
        (one) =>
          isWrite(one) &&
          (NEVER.includes(one.operation) || (!OF_SETTINGS.test(one.operation) && touches(one, existing))),
      );
      const bent = seen.filter(
        (one) => isWrite(one) && (one.operation === undefined || /\.\.|%2e|%2f/i.test(one.path)),
      );
      const kinds = [
        ...(foreignRequests.length > strangers ? ["other host"] : []),
        ...(outside.length > 0 ? ["outside"] : []),
        ...(hit.length > 0 ? ["hits"] : []),
        ...(bent.length > 0 ? ["bent"] : []),
        ...(FINE.includes(code) ? [] : [`exit ${code}`]),
      ];
      const said = ({ method, path, status }) => `${method} ${path.slice(0, 160)} (${status})`;
      return {
        name: `${index} ${craft}`,
        verdict: kinds.join("+") || (text === lines.join("\n") ? "nothing to craft" : "harmless"),
        bad: kinds.length > 0,
        facts: `exit ${code} in ${((performance.now() - began) / 1_000).toFixed(1)} s, ${seen.length} requests`,
        details: [
          ...foreignRequests
            .slice(strangers)
            .slice(0, 2)
            .map((one) => `at another host: ${one}`),
          ...outside.slice(0, 2).map((one) => `outside: ${said(one)}`),
          ...hit.slice(0, 2).map((one) => `was there before: ${said(one)}`),
          ...bent.slice(0, 2).map((one) => `bent: ${said(one)}`),
          ...(FINE.includes(code) ? [] : [told.slice(-300)]),
        ],
      };
    },
    close: async () => {
      worker.close();
      for (const prepared of grounds.values()) {
        const { served, stranger } = (await prepared.catch(() => undefined)) ?? {};
        stranger?.close();
        await served?.close();
      }
    },
  };
}

const touches = ({ values }, existing) => Object.values(Object(values)).some((value) => existing.has(value));

/** In one process, because starting two hundred would take minutes. */
const cleanup = async (worker, order) =>
  (await worker.ask(order, MOST_SECONDS)) ?? { code: "late", text: "it had not ended" };

async function prepare(seed) {
  const served = await openServed({ seed });
  const { folder, target, environment, front, fixtures } = served;
  const existing = idsIn(await served.inventory());
  const out = join(folder, "killed");
  await killedAfter(2, ["run", "--target", target, "--out", out, "--quiet", "--area", AREAS], served);
  const journal = join(out, "journal.ndjson");
  const lines = readFileSync(journal, "utf8").split("\n").filter(Boolean);
  await runProgram(["cleanup", "--target", target, "--from", journal], { environment, cwd: folder, seconds: 300 });
  const foreignRequests = [];
  const stranger = createServer((request, response) => {
    foreignRequests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  // Projects, organizations and clusters are in every address: they are places, not addressed records.
  const places = [fixtures.groupId, fixtures.orgId];
  for (const place of [...places, fixtures.clusterName]) existing.delete(place);
  for (const project of [fixtures.otherGroupId, fixtures.sharedGroupId, fixtures.oldEngineGroupId])
    existing.add(project);
  const ground = {
    base: front.url,
    foreign: `http://127.0.0.1:${stranger.address().port}`,
    existing: [...existing].filter((id) => /^[0-9a-f]{24}$/.test(id)),
    places,
  };
  return { served, stranger, ground, lines, existing, foreignRequests };
}
