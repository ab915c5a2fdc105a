// Changes the server's answers where no request to the server could do the damage: hides records, and changes members
// of records. Every read and every list is consistent.
import { everyPage } from "../every-page.mjs";
import { isPaged } from "../interface.mjs";

const IDS = ["id", "_id", "indexID", "roleId", "clusterId"];
const STEP = 2;

const acceptOf = ({ rawHeaders }) =>
  rawHeaders[rawHeaders.findIndex((text, at) => at % 2 === 0 && /^accept$/i.test(text)) + 1] ?? "application/json";

/** An overlay of a server; `names` are the other values, besides the id, that address a record in paths. */
export function openOverlay({ caller }) {
  const hidden = new Set();
  const hiddenNames = new Set();
  const patches = new Map();
  const settings = new Map();
  const ghosts = new Set();

  const idsOf = (record) => IDS.map((name) => record[name]).filter((id) => typeof id === "string");
  const isHidden = (record) =>
    typeof record === "object" &&
    record !== null &&
    (idsOf(record).some((id) => hidden.has(id)) || hiddenNames.has(record.labels?.cluster_name));

  /** Applies the overlay to a value of an answer. */
  function shown(value) {
    if (Array.isArray(value)) return value.filter((one) => !isHidden(one)).map(shown);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one)]));
    const patch = idsOf(value)
      .map((id) => patches.get(id))
      .find(Boolean);
    return patch === undefined ? members : patch(members);
  }

  const ghostsIn = (path) => [...ghosts].flatMap(({ listedAt }) => listedAt.get(path) ?? []);

  /** All records of a list, whichever page was requested. */
  async function everything({ target, path }, accept) {
    const query = new URLSearchParams(target.split("?")[1] ?? "");
    for (const name of ["envelope", "pretty", "includeCount"]) query.delete(name);
    return everyPage(caller, path, accept, query);
  }

  async function rewritten(request, answer) {
    const text = answer.body.toString("utf8");
    let json;
    try {
      json = JSON.parse(text);
    } catch {
      return answer;
    }
    const enveloped = typeof json?.content === "object" && json.content !== null && !Array.isArray(json.content);
    const content = enveloped ? json.content : json;
    const more = ghostsIn(request.path);
    let altered = (settings.get(request.path) ?? ((same) => same))(shown(content));
    // What the list across projects shows depends on the caller, whose key the overlay does not have.
    if (isPaged(request.operation) && request.operation !== "listAllClusters" && Array.isArray(content?.results)) {
      const query = new URLSearchParams(request.target.split("?")[1] ?? "");
      const size = Number(query.get("itemsPerPage") ?? 100);
      const from = (Number(query.get("pageNum") ?? 1) - 1) * size;
      const all = withThese(shown(await everything(request, acceptOf(request))), more);
      altered = { ...altered, results: all.slice(from, from + size) };
      if (typeof content.totalCount === "number") altered.totalCount = all.length;
    } else if (Array.isArray(content)) altered = withThese(altered, more);
    else if (Array.isArray(content?.results)) altered = { ...altered, results: withThese(altered.results, more) };
    const whole = enveloped ? { ...json, content: altered } : altered;
    const body = Buffer.from(JSON.stringify(whole, undefined, /^[[{]\s*\n/.test(text) ? STEP : 0));
    return { ...answer, body };
  }

  /** The address of a missing record in the same place. */
  function absentPath(target) {
    const [path, query] = target.split("?");
    const parts = path.split("/").map((part) => {
      if (hidden.has(part)) return `${part.slice(0, -8)}ffffffff`;
      return hiddenNames.has(part) ? `${part}-gone`.slice(-64) : part;
    });
    const other = parts.join("/");
    return other === path ? undefined : query === undefined ? other : `${other}?${query}`;
  }

  return {
    hide: (id, name) => {
      hidden.add(id);
      if (name !== undefined) hiddenNames.add(name);
    },
    patch: (id, change) => patches.set(id, change),
    /** A setting has no id: it is identified by the paths that show it. */
    patchAt(paths, change) {
      for (const path of paths) settings.set(path, change);
    },
    /**
     * Shows a record that the server has already deleted for a while: at its own paths and in lists, in the form of
     * each version.
     */
    haunt(shownAt, listedAt, milliseconds) {
      const ghost = { shownAt, listedAt };
      ghosts.add(ghost);
      setTimeout(() => ghosts.delete(ghost), milliseconds).unref();
    },
    isGhost: (path) => [...ghosts].some(({ shownAt }) => shownAt.has(path)),
    isHidden: (id) => hidden.has(id),
    async serve(request, pass) {
      const absent = absentPath(request.target);
      if (absent !== undefined) {
        const refused = await refusedCaller(request, pass, absent);
        if (refused !== undefined) return refused;
        const { status, text } = await caller.send(
          request.method,
          absent,
          acceptOf(request),
          request.body.length > 0 ? parsed(request.body) : undefined,
        );
        return { status, rawHeaders: [["Content-Type", "application/json"]], body: Buffer.from(text) };
      }
      const answer = await pass(request);
      if (request.method !== "GET" || request.operation === undefined) return answer;
      const ghost = [...ghosts].find(({ shownAt }) => shownAt.has(request.path));
      if (answer.status === 404 && ghost !== undefined)
        return asAsked(request, answer, ghost.shownAt.get(request.path));
      const bare = hidden.size === 0 && patches.size === 0 && settings.size === 0 && ghosts.size === 0;
      return answer.status !== 200 || bare ? answer : rewritten(request, answer);
    },
  };
}

/** The server's answer to a caller whom it does not let in: a missing record is not told to anybody else. */
async function refusedCaller(request, pass, absent) {
  const isSigned = request.rawHeaders.some((text, at) => at % 2 === 0 && /^authorization$/i.test(text));
  // The signature covers the path, and the write of a caller who is let in would be carried out.
  if (isSigned && request.method !== "GET") return undefined;
  const answer = await pass(isSigned ? request : { ...request, target: absent });
  return [401, 403].includes(answer.status) ? answer : undefined;
}

/** A list with additional records, each after all that are at least as old. */
function withThese(records, more) {
  const all = [...records];
  for (const one of more) {
    const at = all.findIndex((other) => createdOf(other) > createdOf(one));
    all.splice(at < 0 ? all.length : at, 0, one);
  }
  return all;
}

const createdOf = ({ created, createdAt }) => Date.parse(created ?? createdAt) || 0;

/** Replaces an error with a record, in the requested envelope and form. */
function asAsked({ target }, answer, record) {
  const query = new URLSearchParams(target.split("?")[1] ?? "");
  const json = query.get("envelope") === "true" ? { status: 200, content: record } : record;
  const body = Buffer.from(JSON.stringify(json, undefined, query.get("pretty") === "true" ? STEP : 0));
  return { ...answer, status: 200, reason: "OK", body };
}

function parsed(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
