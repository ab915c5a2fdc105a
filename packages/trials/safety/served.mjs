import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { callerOf } from "./digest-caller.mjs";
import { openFront } from "./front.mjs";
import { inventoryOf, placesOf } from "./inventory.mjs";
import { startProgram } from "./program.mjs";

export const EVERYTHING = ["create", "update", "delete", "costly", "irreversible"];
export const REMOVABLE = ["create", "update", "delete"];
const START_SECONDS = 20;
/** The collections of the seeded indexes; no operation lists collections. */
const COLLECTIONS = ["movies", "reviews"].map((collectionName) => ({ databaseName: "catalogue", collectionName }));

/** A server in a separate process, with the target file and the variables that it prints. */
export async function startServed(more) {
  const server = startProgram(["serve", "--quiet", "--print-target", ...more]);
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!/^allow:/m.test(server.printed.stdout) || !/METRICS_PASSWORD=.*\n/.test(server.printed.stderr)) {
    if (Date.now() > deadline || /^plumbline: /m.test(server.said()))
      throw new Error(`the server did not start: ${server.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const environment = Object.fromEntries(
    [...server.printed.stderr.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  return { server, environment, stated: parse(server.printed.stdout) };
}

/**
 * A server in a separate process behind a recording front, with a target file like that of a user. `lie` is passed to
 * the front, `more` are further arguments of the server.
 */
export async function openServed({ seed = 1, allow = EVERYTHING, lie, more = [], timeouts } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-safety-"));
  const { server, environment, stated } = await startServed(["--seed", String(seed), ...more]);
  const { main } = stated.credentials;
  const key = { username: environment[main.public], password: environment[main.private] };
  const caller = callerOf(stated.baseUrl, key);
  const { otherProject } = stated.credentials;
  const otherKey = { username: environment[otherProject.public], password: environment[otherProject.private] };
  const neighbour = callerOf(stated.baseUrl, otherKey);
  const front = await openFront(
    stated.baseUrl,
    lie?.({ caller, neighbour, fixtures: stated.fixtures, username: key.username, key, environment }),
  );
  const target = join(folder, "target.yml");
  const write = (allowed, file = target, address = front.url) => {
    const metricsUrl = stated.metricsUrl.replace(stated.baseUrl, address);
    const file_ = { ...stated, baseUrl: address, metricsUrl, allow: allowed, ...(timeouts && { timeouts }) };
    writeFileSync(file, stringify(file_));
    return file;
  };
  write(allow);
  const places = await placesOf(caller, { ...stated.fixtures, collections: COLLECTIONS });
  return {
    folder,
    target,
    environment,
    front,
    caller,
    fixtures: stated.fixtures,
    metricsUrl: stated.metricsUrl,
    /** The places of records, including those created through the front. */
    places: () => ({ ...places, ...learnt(front.log, places) }),
    /** The same server in another target file, with other permissions or another address. */
    targetWith: (allowed, name, address) => write(allowed, join(folder, name), address),
    inventory: () => inventoryOf(caller, { ...places, ...learnt(front.log, places) }),
    async close() {
      server.kill();
      await server.ended;
      await front.close();
      await Promise.all([caller.close(), neighbour.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Places that no operation lists and in which callers created records. */
function learnt(log, { collection, migration, validation }) {
  const made = log.flatMap(({ operation, asked, values, passed }) =>
    passed
      .filter(({ method, status }) => method === "POST" && status < 300)
      .map(({ answer }) => ({ operation, asked, values, answer })),
  );
  const of = (operations) => made.filter(({ operation }) => operations.includes(operation));
  const indexed = of(["createSearchIndex", "createSearchIndexLegacy"]).map(({ asked, values }) => {
    const { database, collectionName } = Object(parsed(asked));
    return { groupId: values.groupId, clusterName: values.clusterName, databaseName: database, collectionName };
  });
  const id = ({ answer }) => Object(Object(parsed(answer)).content ?? parsed(answer))._id;
  return {
    collection: distinct([...collection, ...indexed]),
    migration: distinct([
      ...migration,
      ...of(["createMigration"]).map((one) => ({ groupId: one.values.groupId, liveMigrationId: id(one) })),
    ]),
    validation: distinct([
      ...validation,
      ...of(["validateMigration"]).map((one) => ({ groupId: one.values.groupId, validationId: id(one) })),
    ]),
  };
}

const distinct = (values) => [
  ...new Map(
    values.filter((value) => !Object.values(value).includes(undefined)).map((value) => [JSON.stringify(value), value]),
  ).values(),
];

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
