// A front that damages a neighbour whenever an operation is carried out, and records which one.
import { succeeded } from "../hostile/answers.mjs";
import { operationAt, placeOf, placesOfVersions } from "../interface.mjs";
import { randomOf } from "../random.mjs";
import { KINDS, WRITES } from "./kinds.mjs";
import { othersOf } from "./others.mjs";
import { openOverlay } from "./overlay.mjs";

/** Not found, refused or conflicting; a 401 only requests the key. */
const REFUSALS = [400, 403, 404, 409];

/** Which neighbours are damaged. `isOwn` identifies those that the run created. */
const VICTIMS = {
  first: (others) => others.slice(0, 1),
  newest: (others) => others.toSorted((one, other) => createdOf(other) - createdOf(one)).slice(0, 1),
  own: (others, { isOwn }) => others.filter(isOwn).slice(-1),
  users: (others, { isOwn, random }) => {
    const theirs = others.filter((one) => !isOwn(one));
    return theirs.length === 0 ? [] : [theirs[Math.floor(random() * theirs.length)]];
  },
  two: (others, { isOwn }) => others.filter((one) => !isOwn(one)).slice(-2),
};

function createdOf({ record }) {
  const moment =
    record.created ??
    record.createdAt ??
    record.createdDate ??
    record.createDate ??
    record.latestDefinitionVersion?.createdAt;
  return Date.parse(moment) || 0;
}

const isWhen = (when, answer, version) => {
  if (when === "refused") return REFUSALS.includes(answer.status);
  return succeeded(answer) && (when !== "1.0" || version === "1.0");
};

/**
 * A front that applies `fault` to a server. `ground.before` has the ids from before the run; while it is undefined, the
 * front changes nothing. `harmed` gets an entry for each damaged record.
 */
export const harming = (fault, ground, harmed) => (server) => {
  const { operation, harm, victim, when, seed, every = 1 } = fault;
  let fitting = 0;
  const kind = KINDS[WRITES[operation]];
  const overlay = openOverlay(server);
  const random = randomOf(seed);
  const known = knownAtFirst(server);
  // The setting of a cluster that the run created is the run's own; that of another project never is.
  const isOwn = ({ id, name }) => kind.setting !== "project" && !ground.before.has(id) && !ground.before.has(name);
  const isHarmed = ({ id }) => harmed.some((one) => one.id === id);

  async function strike(request, answer) {
    const all = await othersOf(kind, request, answer, { ...server, known });
    const others = all.filter((one) => !isHarmed(one) && !overlay.isHidden(one.id) && canSuffer(harm, one));
    for (const one of VICTIMS[victim](others, { isOwn, random })) {
      const done = await inflict(one);
      if (done) harmed.push({ id: one.id, name: one.name, own: isOwn(one), by: request.path });
    }
  }

  async function inflict({ id, name, record, values }) {
    const how = harm === "removed" ? kind.remove : kind.changes[harm];
    if (how === undefined) {
      overlay.hide(id, name);
      return true;
    }
    if (how.patch !== undefined) {
      if (kind.setting === undefined) overlay.patch(id, how.patch);
      else
        overlay.patchAt(
          placesOfVersions(kind.read, values).map(({ path }) => path),
          how.patch,
        );
      return true;
    }
    const { method, path, accept } = placeOf(how.operation, values);
    const caller = values.groupId === server.fixtures.otherGroupId ? server.neighbour : server.caller;
    const { status } = await caller.send(method, path, accept, how.body?.(record));
    return status < 300;
  }

  return async (request, pass) => {
    const answer = await overlay.serve(request, pass);
    if (request.method !== "GET" && succeeded(answer)) learn(known, request, answer);
    if (ground.before === undefined || request.operation !== operation) return answer;
    const { version } = operationAt(request.method, request.path);
    if (!isWhen(when, answer, version)) return answer;
    fitting += 1;
    if (fitting % every === 0) await strike(request, answer);
    return answer;
  };
};

/** Whether the damage would change the neighbour at all. */
function canSuffer(harm, { record }) {
  if (harm === "ended") return record.state === "SIMULATING";
  if (harm === "without a description") return record.description !== undefined;
  if (harm === "cut over") return record.readyForCutover === true;
  if (harm === "cancelled") return record.cancelled !== true && record.state !== "Cancelled";
  return true;
}

function knownAtFirst({ fixtures }) {
  // No operation lists collections, so nobody can observe indexes in one that the target file does not name.
  const collections = [{ databaseName: "catalogue", collectionName: "movies" }];
  return {
    collections: new Map(collections.map((one) => [JSON.stringify(one), one])),
    ids: new Map([
      ["getMigration", new Set([fixtures.liveMigrationId])],
      ["getMigrationValidation", new Set([fixtures.validationId])],
    ]),
  };
}

const SHOWN_BY = { createMigration: "getMigration", validateMigration: "getMigrationValidation" };

/** Remembers places that no list shows. */
function learn(known, { operation, body }, answer) {
  const read = SHOWN_BY[operation];
  if (read === undefined && !/^createSearchIndex/.test(operation ?? "")) return;
  const json = (text) => {
    try {
      return Object(JSON.parse(text.toString("utf8")));
    } catch {
      return {};
    }
  };
  if (read === undefined) {
    const { database: databaseName, collectionName } = json(body);
    const one = { databaseName, collectionName };
    if (databaseName !== undefined && collectionName !== undefined) known.collections.set(JSON.stringify(one), one);
    return;
  }
  const answered = json(answer.body);
  const id = answered._id ?? answered.content?._id;
  if (id !== undefined) known.ids.get(read).add(id);
}
