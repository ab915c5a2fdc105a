import { isDeepStrictEqual } from "node:util";
import { openFront } from "../safety/front.mjs";

/** How a member can be lost, each told by what stands between the suite and a reference. */
export const KINDS = {
  /** It never arrives. */
  "not-kept": () => ({ ask: (body, path) => without(body, path) }),
  /** It arrives alone, and not beside another member that may be left out. */
  beside: ({ others }) => ({
    ask: (body, path) => (others.some((other) => valuesAt(body, other).length > 0) ? without(body, path) : undefined),
  }),
  /** It is shown until something else is written. */
  later: () => {
    const kept = [];
    const lost = [];
    return {
      wrote: (request, values) => {
        lost.push(...kept.filter((value) => !values.some((own) => isDeepStrictEqual(own, value))));
        if (values.length > 0) kept.push(...values);
      },
      show: (_request, json, name) => unshown(json, name, lost),
    };
  },
  /** It is shown in the version that it was written in last, and in no other. */
  stale: () => {
    const written = new Map();
    return {
      wrote: (request, values, answer) => {
        for (const key of keysOf(request, answer)) written.set(key, { version: request.version, values });
      },
      show: (request, json, name) => {
        const old = [...written].filter(([, { version }]) => version !== request.version);
        const at = old.filter(([key]) => unversioned(request.path).endsWith(key));
        const within = at.flatMap(([, { values }]) => values);
        if (within.length > 0) return unshown(json, name, within);
        const lost = new Map(old.map(([key, { values }]) => [key, values]));
        return mapped(json, (record) => {
          const values = Object.values(record).flatMap((value) => lost.get(value) ?? []);
          return values.length === 0 ? undefined : unshown(record, name, values);
        });
      },
    };
  },
};

/** What tells the record that a write worked on: the end of its path, or what the answer says it is. */
function keysOf({ method, path }, answer) {
  if (method !== "POST") return [unversioned(path)];
  const record = Object(parsed(answer.body));
  return ["id", "_id", "indexID", "roleId", "name"].flatMap((name) =>
    typeof record[name] === "string" ? [record[name]] : [],
  );
}

const unversioned = (path) => path.replace(/^.*\/v\d[.\d]*/, "");

/**
 * Stands in front of a reference and loses one member of the bodies of one operation, in one of the ways above; `others` are
 * the further members that may be left out. `told()` is how often a request or an answer was changed.
 */
export async function liar(reference, { operation, member, others, kind }) {
  const path = member.split(".");
  const name = path.findLast((part) => part !== "*") ?? member;
  const { ask, wrote, show } = KINDS[kind]({ others: others.map((other) => other.split(".")) });
  let told = 0;
  const front = await openFront(reference.url, async (request, pass) => {
    // What carries no credentials is refused whatever it says.
    if (!request.rawHeaders.some((text) => /^authorization$/i.test(text))) return pass(request);
    const own = request.operation === operation ? parsed(request.body) : undefined;
    const lied = own === undefined ? undefined : ask?.(own, path);
    if (lied !== undefined) told += 1;
    const answer = await pass(lied === undefined ? request : { ...request, body: Buffer.from(JSON.stringify(lied)) });
    const versioned = { ...request, version: /\/v(\d[.\d]*)\//.exec(request.path)?.[1] };
    const reads = request.method === "GET" || request.method === "HEAD";
    if (!reads && answer.status < 300) wrote?.(versioned, own === undefined ? [] : valuesAt(own, path), answer);
    if (!reads || show === undefined) return answer;
    const json = parsed(answer.body);
    const shown = json === undefined ? undefined : show(versioned, json, name);
    if (shown === undefined) return answer;
    told += 1;
    return { ...answer, body: Buffer.from(JSON.stringify(shown)) };
  });
  return { url: front.url, told: () => told, close: front.close };
}

function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** A body without the member; `undefined` where it has none. */
function without(body, path) {
  const copy = structuredClone(body);
  return removed(copy, path) ? copy : undefined;
}

function removed(value, [name, ...rest]) {
  if (typeof value !== "object" || value === null) return false;
  if (name === "*") return Object.values(value).filter((inner) => removed(inner, rest)).length > 0;
  if (!Object.hasOwn(value, name)) return false;
  if (rest.length > 0) return removed(value[name], rest);
  delete value[name];
  return true;
}

/** What a body has at a path. */
function valuesAt(value, [name, ...rest]) {
  if (name === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (name === "*") return Object.values(value).flatMap((inner) => valuesAt(inner, rest));
  return Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

/** A value without members of this name that hold one of the values, wherever they stand; `undefined` where there is none. */
const unshown = (json, name, values) =>
  mapped(json, (record) => {
    const left = Object.entries(record).filter(
      ([key, inner]) => key !== name || !values.some((one) => isDeepStrictEqual(one, inner)),
    );
    return left.length === Object.keys(record).length ? undefined : Object.fromEntries(left);
  });

/** A value with some of its objects replaced, the outer ones first; `undefined` where none is. */
function mapped(json, change) {
  let changed = false;
  const walk = (value) => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const other = change(value);
    changed ||= other !== undefined;
    return Object.fromEntries(Object.entries(other ?? value).map(([key, inner]) => [key, walk(inner)]));
  };
  const shown = walk(json);
  return changed ? shown : undefined;
}
