// Plain random generation, the baseline for the ordered campaigns. It knows the contract's verdict on its values, but
// not where the edges of the contract are: texts in queries and paths, and valid bodies with one place drawn anew.
import { readText } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import fc from "fast-check";
import { bodiesFor } from "../dist/cases/bodies.js";

const validator = createValidator();
const text = fc.oneof(fc.string(), fc.integer().map(String), fc.boolean().map(String), fc.double().map(String));
const WRITES = ["createAlertConfig", "setAlertConfigEnabled", "acknowledgeAlert", "updateAlertConfig"];

export function plainRandom(seed, requests, found) {
  return {
    kind: "campaign",
    id: "RANDOM",
    level: "MUST",
    basis: "derived:D1",
    text: "Random requests are refused or taken as the contract says.",
    section: "Errors",
    risk: "read",
    search: async ({ contract, world, ask, signal }) => {
      const able = contract.operations.filter(
        ({ id, risk, authentication, pathParameters }) =>
          (risk === "read" || WRITES.includes(id)) &&
          authentication === "digest" &&
          pathParameters.every(({ name }) => world.fixtures[name]),
      );
      const parts = { contract, world, matcherFields: ["TYPE_NAME"] };
      const draws = fc.sample(
        fc.tuple(
          fc.nat(),
          fc.nat(),
          fc.infiniteStream(text),
          fc.infiniteStream(fc.boolean()),
          fc.infiniteStream(fc.nat()),
          fc.jsonValue(),
        ),
        { seed, numRuns: requests },
      );
      const own = await ownConfiguration(ask, parts);
      for (const [at, which, texts, coins, numbers, json] of draws) {
        if (signal.aborted) return [];
        const operation = able[at % able.length];
        const { version, query, body } = operation.routes[which % operation.routes.length];
        const coin = () => coins.next().value;
        const inQuery = query.filter(coin).map(({ name, schema }) => [name, schema, texts.next().value]);
        const inPath = operation.pathParameters
          .filter(() => coin() && coin() && coin())
          .map(({ name, schema }) => [name, schema, texts.next().value])
          .filter(([, , value]) => value !== "" && value !== "." && value !== "..");
        const kinds = [...inQuery, ...inPath].map(([, schema, value]) => readText(schema, value).kind);
        const good = bodiesFor(operation.id, parts, version).get("plain");
        const sent = good === undefined ? undefined : withOnePlace(good, numbers.next().value, json);
        if (sent !== undefined) kinds.push(validator.accepts(body.schema, sent) ? "open" : "none");
        const writesTo = operation.risk !== "read" && operation.pathParameters.some(({ name }) => name in own);
        const exchange = await ask({
          operation: operation.id,
          version,
          query: Object.fromEntries(inQuery.map(([name, , value]) => [name, value])),
          path: { ...(writesTo ? own : {}), ...Object.fromEntries(inPath.map(([name, , value]) => [name, value])) },
          ...(sent === undefined ? {} : { rawBody: JSON.stringify(sent) }),
          send: "again",
        }).catch(notSent);
        if (exchange === undefined) continue;
        const { response } = exchange;
        const alone = operation.together?.some(
          (group) => new Set(group.map((name) => inQuery.some(([one]) => one === name))).size > 1,
        );
        if ((kinds.includes("none") || alone) && response.status < 300) found();
        if (response.status >= 500) found();
        if (kinds.every((kind) => kind === "value") && inPath.length === 0 && !alone && response.status === 400)
          found();
      }
      return [];
    },
  };
}

/** Creates the record that the writes address: a run sends no writes to records of others. */
async function ownConfiguration(ask, parts) {
  const rawBody = JSON.stringify(bodiesFor("createAlertConfig", parts, "2").get("plain"));
  const { response } = await ask({ operation: "createAlertConfig", version: "2", rawBody, send: "again" });
  return { alertConfigId: response.json.id };
}

/** A drawn id may be that of another record, which the run refuses to write to. */
function notSent(error) {
  if (error.name !== "HandsOffError") throw error;
}

/** The value with a random value in one of its places. */
function withOnePlace(value, number, put) {
  const places = placesOf(value);
  const copy = structuredClone(value);
  const place = places[number % places.length] ?? [];
  if (place.length === 0) return put;
  let inner = copy;
  for (const step of place.slice(0, -1)) inner = inner[step];
  inner[place.at(-1)] = put;
  return copy;
}

const placesOf = (value, path = []) =>
  typeof value !== "object" || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))];
