// Search indexes, auditing and custom DNS of version 2, with Express: keys, digests and three roles, of which
// each may do what the one before it may. It imports nothing of this project, so that it shares no misreading with the suite.
//   node packages/trials/hour/roles.mjs [--port 0] [--mistakes NAME,NAME]
// The first line that it prints says where it is and what it holds, the last one (after SIGTERM) what it holds then.
import { createHash, randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import express from "express";

const options = { port: { type: "string", default: "0" }, mistakes: { type: "string", default: "" } };
const { values: flags } = parseArgs({ options });
const wrong = (name) => flags.mistakes.split(",").includes(name);

const [HOME, ELSEWHERE] = ["6a11b22c33d44e55f6677889", "6a11b22c33d44e55f6677000"];
const [CLUSTER, REALM, TYPE] = ["Cluster0", "search desk", "application/vnd.atlas.2025-01-01+json"];
/** Each role may do what those before it may. */
const [READ_ONLY, OWNER, ORG_OWNER] = [1, 2, 3];
const keys = {
  chief: { secret: "b2f9-chief", ranks: { [HOME]: ORG_OWNER } },
  reader: { secret: "c4d1-reader", ranks: { [HOME]: READ_ONLY } },
  owner: { secret: "d07e-owner", ranks: { [HOME]: OWNER } },
  nobody: { secret: "e55a-nobody", ranks: {} },
  neighbour: { secret: "f812-neighbour", ranks: { [ELSEWHERE]: OWNER } },
};

const indexes = new Map();
const settings = {
  auditing: { auditAuthorizationSuccess: false, auditFilter: "{}", enabled: false },
  dns: { enabled: false },
};

class Refusal extends Error {
  constructor(status, errorCode, reason, detail) {
    super(detail);
    this.status = status;
    this.body = { detail, error: status, errorCode, reason };
  }
}
const invalid = (detail) => new Refusal(400, "VALIDATION_ERROR", "Bad Request", detail);
const missing = (detail) => new Refusal(404, "RESOURCE_NOT_FOUND", "Not Found", detail);
const md5 = (text) => createHash("md5").update(text).digest("hex");
const newId = () => randomBytes(12).toString("hex");
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// ----------------------------------------------------------------------------------------------------- authentication

const NONCE_MILLISECONDS = 300_000;
/** When each nonce was given out, and the counts that came with it. */
const nonces = new Map();

function challenge(response, { stale = false, silent = false } = {}) {
  const nonce = randomBytes(16).toString("hex");
  nonces.set(nonce, { given: Date.now(), counts: new Set() });
  const parts = [`realm="${REALM}"`, `nonce="${nonce}"`, "algorithm=MD5", 'qop="auth"', `stale=${stale}`];
  if (!silent) response.set("WWW-Authenticate", `Digest ${parts.join(", ")}`);
  throw new Refusal(401, "UNAUTHORIZED", "Unauthorized", "You are not authorized for this resource.");
}

function authenticate(request, response, next) {
  const header = request.get("authorization") ?? "";
  if (!/^digest /i.test(header)) challenge(response);
  const said = {};
  for (const [, name, quoted, plain] of header.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g))
    said[name.toLowerCase()] = plain ?? quoted.replaceAll(/\\(.)/g, "$1");
  const key = Object.hasOwn(keys, said.username ?? "") ? keys[said.username] : undefined;
  const [ha1, ha2] = [md5(`${said.username}:${REALM}:${key?.secret}`), md5(`${request.method}:${said.uri}`)];
  const right = md5([ha1, said.nonce, said.nc, said.cnonce, "auth", ha2].join(":"));
  const isRight = said.response === right && said.qop === "auth" && said.realm === REALM;
  if (key === undefined || !isRight || said.uri !== request.originalUrl)
    challenge(response, { silent: wrong("silent-401") });
  const nonce = nonces.get(said.nonce);
  const isFresh = nonce !== undefined && Date.now() - nonce.given < NONCE_MILLISECONDS && !nonce.counts.has(said.nc);
  if (!isFresh) challenge(response, { stale: true });
  nonce.counts.add(said.nc);
  request.ranks = key.ranks;
  next();
}

/** Lets a request pass whose key has a role of that rank in the project of the path, or in its organization. */
const needs = (rank) => (request, _, next) => {
  const { groupId } = request.params;
  if (![HOME, ELSEWHERE].includes(groupId)) throw missing(`There is no project ${groupId}.`);
  if ((request.ranks[groupId] ?? 0) < rank)
    throw new Refusal(403, "USER_UNAUTHORIZED", "Forbidden", "The key lacks the role that this needs.");
  next();
};

// ------------------------------------------------------------------------------------------------------------- answers

function flagOf({ query }, name) {
  const value = query[name] ?? "false";
  if (value !== "true" && value !== "false") throw invalid(`${name} must be true or false, not ${value}.`);
  return value === "true";
}
function send(request, response, status, body, views) {
  const { envelope, pretty } = views ?? { envelope: flagOf(request, "envelope"), pretty: flagOf(request, "pretty") };
  const whole = envelope ? { status, content: body } : body;
  response
    .status(status)
    .set("Content-Type", TYPE)
    .send(JSON.stringify(whole, undefined, pretty ? 2 : 0));
}
/** A handler that answers what `act` returns; the views are looked at before anything is done. */
const answers = (act) => (request, response) => {
  for (const name of ["envelope", "pretty"]) flagOf(request, name);
  send(request, response, 200, act(request.params, request.body));
};

// -------------------------------------------------------------------------------------------------------------- search

function checkText(body, name) {
  if (typeof body[name] !== "string" || body[name] === "") throw invalid(`${name} must be a text.`);
}
function checkOptional(body, name, kind, isRight) {
  if (body[name] !== undefined && !isRight(body[name])) throw invalid(`${name} must be ${kind}.`);
}
const isText = (value) => typeof value === "string";
const isListOf = (isRight) => (value) => Array.isArray(value) && value.every(isRight);
const PREFIX = "lucene.";
const WORDS = new Set(
  `standard simple whitespace keyword arabic armenian basque bengali brazilian bulgarian catalan chinese cjk czech danish
  dutch english finnish french galician german greek hindi hungarian indonesian irish italian japanese korean kuromoji
  latvian lithuanian morfologik nori norwegian persian portuguese romanian russian smartcn sorani spanish swedish thai
  turkish ukrainian`.split(/\s+/),
);
/** A name under the prefix is one of the built-in analyzers; any other is that of a custom one. */
const isAnalyzerName = (value) => isText(value) && (!value.startsWith(PREFIX) || WORDS.has(value.slice(PREFIX.length)));
const isAnalyzer = (one) => isObject(one) && isText(one.name) && isObject(one.tokenizer);
const isSynonym = (one) =>
  isObject(one) && isText(one.name) && isAnalyzerName(one.analyzer) && isText(one.source?.collection);
const isMappings = (value) => isObject(value) && ["undefined", "boolean"].includes(typeof value.dynamic);
const isStoredSource = (value) => {
  if (typeof value === "boolean") return true;
  const lists = isObject(value) ? ["include", "exclude"].filter((name) => value[name] !== undefined) : [];
  return lists.length === 1 && isListOf(isText)(value[lists[0]]);
};

function checkedDefinition(body) {
  const { definition } = isObject(body) ? body : {};
  if (!isObject(definition)) throw invalid("definition must be an object.");
  checkOptional(definition, "analyzer", "an analyzer", isAnalyzerName);
  checkOptional(definition, "searchAnalyzer", "an analyzer", isAnalyzerName);
  checkOptional(definition, "analyzers", "a list of analyzers", isListOf(isAnalyzer));
  for (const one of definition.analyzers ?? [])
    for (const name of ["charFilters", "tokenFilters"]) checkOptional(one, name, "a list", isListOf(isObject));
  const names = (definition.analyzers ?? []).map(({ name }) => name);
  if (new Set(names).size < names.length) throw invalid("Two analyzers have the same name.");
  checkOptional(definition, "mappings", "an object", isMappings);
  checkOptional(definition.mappings ?? {}, "fields", "an object", isObject);
  checkOptional(definition, "storedSource", "true, false or lists of fields", isStoredSource);
  checkOptional(definition, "synonyms", "a list of synonyms", isListOf(isSynonym));
  return definition;
}
function inCluster({ clusterName }) {
  if (clusterName !== CLUSTER) throw missing(`There is no cluster ${clusterName}.`);
  return [...indexes.values()];
}
function indexOf({ indexId, ...place }) {
  const index = inCluster(place).find(({ indexID }) => indexID === indexId);
  if (index === undefined) throw missing(`There is no index ${indexId}.`);
  return index;
}
const isOf = (place) => (one) => one.database === place.database && one.collectionName === place.collectionName;
function indexByNames({ indexName, ...place }) {
  const index = inCluster(place).find((one) => isOf(place)(one) && one.name === indexName);
  if (index === undefined) throw missing(`There is no index ${indexName} of this collection.`);
  return index;
}
const versionOf = (version) => ({ createdAt: new Date().toISOString(), version });

function createIndex(place, body) {
  const all = inCluster(place);
  const latestDefinition = checkedDefinition(body);
  for (const member of ["collectionName", "database", "name"]) checkText(body, member);
  const { collectionName, database, name, type = "search" } = body;
  if (!["search", "vectorSearch"].includes(type)) throw invalid(`type must be search or vectorSearch.`);
  const isTaken = all.some((one) => one.name === name && isOf(body)(one));
  if (isTaken && !wrong("names-not-unique"))
    throw new Refusal(409, "INDEX_EXISTS", "Conflict", `There is an index ${name} of this collection.`);
  const kept = { collectionName, database, indexID: newId(), latestDefinition, name, type };
  const index = { ...kept, latestDefinitionVersion: versionOf(0), queryable: true, status: "READY", statusDetail: [] };
  indexes.set(index.indexID, index);
  return index;
}
function updateIndex(place, body) {
  const index = indexOf(place);
  const { version } = index.latestDefinitionVersion;
  const changed = {
    ...index,
    latestDefinition: checkedDefinition(body),
    latestDefinitionVersion: versionOf(version + 1),
  };
  // The answer is right, and nobody put it back into the map.
  if (!wrong("update-not-stored")) indexes.set(index.indexID, changed);
  return changed;
}
function deleteIndex(place) {
  indexes.delete(indexOf(place).indexID);
  return {};
}

// ------------------------------------------------------------------------------------------------------------ settings

function shownAuditing() {
  const { auditFilter } = settings.auditing;
  // The column is JSON, and comes out of the database as what it holds.
  const filter = wrong("filter-as-object") ? JSON.parse(auditFilter) : auditFilter;
  return {
    ...settings.auditing,
    auditFilter: filter,
    configurationType: auditFilter === "{}" ? "NONE" : "FILTER_JSON",
  };
}
function isJson(text) {
  try {
    return isText(text) && isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
function updateAuditing(_, body) {
  if (!isObject(body)) throw invalid("The body must be an object.");
  const isFlag = (value) => typeof value === "boolean";
  checkOptional(body, "auditAuthorizationSuccess", "true or false", isFlag);
  checkOptional(body, "enabled", "true or false", isFlag);
  checkOptional(body, "auditFilter", "a text that is a JSON document", isJson);
  for (const name of Object.keys(settings.auditing)) settings.auditing[name] = body[name] ?? settings.auditing[name];
  return shownAuditing();
}
function updateDns(_, body) {
  if (!isObject(body) || typeof body.enabled !== "boolean") throw invalid("enabled must be true or false.");
  settings.dns = { enabled: body.enabled };
  return settings.dns;
}

// -------------------------------------------------------------------------------------------------------------- routes

const app = express().disable("x-powered-by");
const api = express.Router();
api.use(authenticate, express.json({ type: () => true }));

const SEARCH = "/groups/:groupId/clusters/:clusterName/search/indexes";
api.post(SEARCH, needs(OWNER), answers(createIndex));
api.get(
  `${SEARCH}/:database/:collectionName`,
  needs(OWNER),
  answers((place) => inCluster(place).filter(isOf(place))),
);
api.get(`${SEARCH}/:database/:collectionName/:indexName`, needs(OWNER), answers(indexByNames));
api.get(`${SEARCH}/:indexId`, needs(OWNER), answers(indexOf));
api.patch(`${SEARCH}/:indexId`, needs(OWNER), answers(updateIndex));
api.delete(`${SEARCH}/:indexId`, needs(OWNER), answers(deleteIndex));

api.get("/groups/:groupId/auditLog", needs(OWNER), answers(shownAuditing));
api.patch("/groups/:groupId/auditLog", needs(OWNER), answers(updateAuditing));
const dns = "/groups/:groupId/awsCustomDNS";
api.get(
  dns,
  needs(READ_ONLY),
  answers(() => settings.dns),
);
api.patch(dns, needs(wrong("reader-writes-dns") ? READ_ONLY : OWNER), answers(updateDns));

app.use("/api/atlas/v2", api);
app.use((request) => {
  throw missing(`There is nothing at ${request.path}.`);
});
app.use((error, request, response, _) => {
  const status = error.status ?? 500;
  if (status === 500) console.error(error);
  const reason = status === 500 ? "Internal Server Error" : "Bad Request";
  const body = error.body?.errorCode ? error.body : new Refusal(status, "BAD_REQUEST", reason, error.message).body;
  const views = Object.fromEntries(["envelope", "pretty"].map((name) => [name, request.query[name] === "true"]));
  send(request, response, status, body, views);
});

const state = () => ({ indexes: [...indexes.values()], settings });
process.once("SIGTERM", () => {
  console.log(JSON.stringify({ state: state() }));
  process.exit(0);
});
const server = app.listen(Number(flags.port), "127.0.0.1", () => {
  const secrets = Object.fromEntries(Object.entries(keys).map(([name, { secret }]) => [name, secret]));
  const about = { url: `http://127.0.0.1:${server.address().port}`, group: HOME, keys: secrets };
  console.log(JSON.stringify({ ...about, state: state() }));
});
