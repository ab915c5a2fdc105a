import { isDeepStrictEqual } from "node:util";
import { openFront } from "../safety/front.mjs";

/** The ways to lose a member, each simulated between the suite and a reference. */
export const KINDS = {
  /** It never arrives. */
  "not-kept": () => ({ ask: (body, path) => without(body, path) }),
  /** It arrives only if no other optional member is sent. */
  beside: ({ others }) => ({
    ask: (body, path) => (others.some((other) => valuesAt(body, other).length > 0) ? without(body, path) : undefined),
  }),
  /** It is shown until the next write. */
  later: () => {
    const kept = new Map();
    const lost = new Map();
    return {
      wrote: (request, values, answer) => {
        for (const [key, old] of kept) {
          // Ended or deleted records need not be shown as they were.
          if (request.method === "DELETE" && keysOf(request, answer).includes(key)) continue;
          const gone = [...(lost.get(key) ?? []), ...old].filter((value) => !holdsOne(values, value));
          lost.set(key, gone);
        }
        for (const key of keysOf(request, answer)) kept.set(key, [...(kept.get(key) ?? []), ...values]);
      },
      show: (request, json, path) => unshownOf(lost, request, json, path),
    };
  },
  /** It is shown only in the version in which it was last written. */
  stale: () => {
    const written = new Map();
    return {
      wrote: (request, values, answer) => {
        for (const key of keysOf(request, answer)) written.set(key, { version: request.version, values });
      },
      show: (request, json, path) => {
        const old = [...written].filter(([, { version }]) => version !== request.version);
        return unshownOf(new Map(old.map(([key, { values }]) => [key, values])), request, json, path);
      },
    };
  },
};

const ID = /^[0-9a-f]{24}$/;

/** The keys of the record of a write: its path, and its id in the path and the answer. */
function keysOf({ method, path }, answer) {
  const record = Object(parsed(answer.body));
  const ids = ["id", "_id", "indexID", "roleId"].map((name) => record[name]).filter((id) => ID.test(id));
  const named = ids.length === 0 && typeof record.name === "string" ? [record.name] : [];
  const last = path
    .replace(/[?].*$/, "")
    .split("/")
    .at(-1);
  return [...(method === "POST" ? [] : [unversioned(path), ...(ID.test(last) ? [last] : [])]), ...ids, ...named];
}

/** An answer without the values in `lost` for each record; `undefined` if it shows none of them. */
function unshownOf(lost, request, json, path) {
  const [at] = [...lost].filter(([key]) => key.startsWith("/") && unversioned(request.path) === key);
  if (at !== undefined) return unshown(json, path, at[1]);
  return mapped(json, (record) => {
    const values = Object.values(record).flatMap((value) => lost.get(value) ?? []);
    return values.length === 0 ? undefined : unshown(record, path, values);
  });
}

const holdsOne = (values, value) => values.some((one) => isDeepStrictEqual(one, value));

const unversioned = (path) => path.replace(/^.*\/v\d[.\d]*/, "").replace(/[?].*$/, "");

/**
 * A front of a reference that loses one member of the bodies of one operation, in one of these ways; `others` are the
 * further optional members. `told()` is how often it changed a request or an answer.
 */
export async function liar(reference, { operation, member, others, kind }) {
  const path = member.split(".");
  const { ask, wrote, show } = KINDS[kind]({ others: others.map((other) => other.split(".")) });
  let told = 0;
  const front = await openFront(reference.url, async (request, pass) => {
    // Requests without credentials are refused whatever they contain.
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
    const shown = json === undefined ? undefined : show(versioned, json, path);
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

/** A body without the member; `undefined` if it does not contain it. */
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

/** The values of a body at a path. */
function valuesAt(value, [name, ...rest]) {
  if (name === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (name === "*") return Object.values(value).flatMap((inner) => valuesAt(inner, rest));
  return Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

/**
 * A value without the members at the end of `path` that contain one of the values, whatever surrounds them; `undefined`
 * if there are none.
 */
function unshown(json, path, values) {
  const [name, parent] = path.filter((part) => part !== "*").toReversed();
  // Only some versions have a separate definition.
  const within = parent === "definition" ? undefined : parent;
  return mapped(json, (record, keys) => {
    // There may be a name from data between them.
    if (within !== undefined && !keys.slice(-2).includes(within)) return undefined;
    const left = Object.entries(record).filter(([own, inner]) => own !== name || !holdsOne(values, inner));
    return left.length === Object.keys(record).length ? undefined : Object.fromEntries(left);
  });
}

/** Replaces some objects of a value, outer ones first; `undefined` if none is replaced. */
function mapped(json, change) {
  let changed = false;
  const walk = (value, keys) => {
    if (Array.isArray(value)) return value.map((one) => walk(one, keys));
    if (typeof value !== "object" || value === null) return value;
    const other = change(value, keys);
    changed ||= other !== undefined;
    return Object.fromEntries(
      Object.entries(other ?? value).map(([name, inner]) => [name, walk(inner, [...keys, name])]),
    );
  };
  const shown = walk(json, []);
  return changed ? shown : undefined;
}
