// Small defects of a server, derived from the description: a name, and a handler that changes the answers of a correct
// server. `open` creates the handler for each server, so that it may have a state; the handler calls `note` wherever
// the defect appeared.
import { changing, changingRecords, saying, without } from "../outcomes/rewriting.mjs";

const CONFIG = /\/alertConfigs\/([0-9a-f]{24})$/;
const CONFIGS = /\/groups\/[0-9a-f]{24}\/alertConfigs$/;
const ALERT = /\/alerts\/([0-9a-f]{24})$/;
const ALERTS = /\/groups\/[0-9a-f]{24}\/alerts$/;
const SNAPSHOT = /\/clusters\/[^/]+\/backup\/snapshots\/([0-9a-f]{24})$/;
const SNAPSHOTS = /\/clusters\/[^/]+\/backup\/snapshots$/;
const SCHEDULE = /\/clusters\/([^/]+)\/backup\/schedule$/;
const INDEX = /\/indexes\/([0-9a-f]{24})$/;
const BUCKET = /\/exportBuckets\/([0-9a-f]{24})$/;
const DNS = /\/customDNS$/;
const AUDIT = /\/auditLog$/;
const TOKEN = /\/api\/oauth\/token$/;

const isOk = ({ status }) => status < 300;
const contentOf = (asked, answer) =>
  asked.query.get("envelope") === "true" ? (answer.json?.content ?? answer.json) : answer.json;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Changes answers to one kind of request. An answer that is not a record, or stays unchanged, does not count. */
const answers = (methods, pattern, change, { ok = true, whole = false } = {}) => ({
  open: (note) => async (asked, pass) => {
    const answer = await pass();
    if (!methods.split(" ").includes(asked.method) || !pattern.test(asked.path)) return answer;
    if (isOk(answer) !== ok) return answer;
    const noted = (json) => {
      const changed = change(json, asked, answer);
      if (!same(changed, json)) note();
      return changed;
    };
    return whole ? changing(asked, answer, noted) : changingRecords(asked, answer, noted);
  },
});

/** Collects data from requests and answers by id with `learn`, and changes records with it. */
const remembering = (learn, show, pattern) => ({
  open: (note) => {
    const memory = new Map();
    return async (asked, pass) => {
      const answer = await pass();
      if (isOk(answer)) learn({ memory, asked, answer, content: contentOf(asked, answer) });
      if (asked.method !== "GET" || !isOk(answer) || !pattern.test(asked.path)) return answer;
      return changingRecords(asked, answer, (record) => {
        const changed = show({ memory, asked, record });
        if (!same(changed, record)) note();
        return changed;
      });
    };
  },
});

const errors = (change) => answers("GET POST PUT PATCH DELETE", /\/groups\//, change, { ok: false, whole: true });
const idIn = (pattern, { path }) => pattern.exec(path)?.[1];

export const defects = {
  "totalCount is a text": answers(
    "GET",
    CONFIGS,
    (json) => ("totalCount" in json ? { ...json, totalCount: String(json.totalCount) } : json),
    { whole: true },
  ),
  "totalCount counts the page": answers(
    "GET",
    CONFIGS,
    (json) => ("totalCount" in json ? { ...json, totalCount: json.results.length } : json),
    { whole: true },
  ),
  "totalCount in spite of includeCount=false": answers(
    "GET",
    /\/groups\/[0-9a-f]{24}\//,
    (json, { query }) => (query.get("includeCount") === "false" ? { ...json, totalCount: 7 } : json),
    { whole: true },
  ),
  "a list of snapshots that is an array": answers("GET", SNAPSHOTS, (json) => json.results, { whole: true }),
  "matcher names that are objects": answers("GET", /fieldNames$/, (json) => json.map((name) => ({ name })), {
    whole: true,
  }),
  "enabled of an alert configuration is a text": answers("GET POST PUT PATCH", /\/alertConfigs/, (record) =>
    "enabled" in record ? { ...record, enabled: String(record.enabled) } : record,
  ),
  "created of an alert is an epoch number": answers("GET", ALERT, (record) => ({
    ...record,
    created: Date.parse(record.created),
  })),
  "updated of an alert is not in UTC": answers("GET", ALERTS, (record) => ({
    ...record,
    updated: String(record.updated).replace(/Z$/, "+02:00"),
  })),
  "ids of alert configurations in capitals": answers("GET", CONFIGS, (record) => ({
    ...record,
    id: record.id?.toUpperCase(),
  })),
  "no id of what was created": answers("POST", CONFIGS, ({ id: _id, ...record }) => record),
  "another record than the one asked for": {
    open: (note) => {
      let last;
      return async (asked, pass) => {
        const answer = await pass();
        if (asked.method !== "GET" || !CONFIG.test(asked.path) || !isOk(answer)) return answer;
        const before = last;
        last = contentOf(asked, answer);
        if (before === undefined || before.id === last.id) return answer;
        note();
        return changing(asked, answer, () => before);
      };
    },
  },
  "an alert status that is none": answers("GET", ALERT, (record) =>
    record.status === "CLOSED" ? { ...record, status: "DONE" } : record,
  ),
  "a cluster type that is none": answers("GET", /\/groups\/[0-9a-f]{24}\/clusters$/, (record) => ({
    ...record,
    clusterType: record.clusterType?.toLowerCase(),
  })),
  "shards of a cluster are a text": answers("GET", /\/groups\/[0-9a-f]{24}\/clusters$/, (record) => ({
    ...record,
    numShards: String(record.numShards ?? 1),
  })),
  "only one of the two lists of roles": answers(
    "GET",
    /\/cloudProviderAccess$/,
    (json) => Object.fromEntries(Object.entries(json).slice(0, 1)),
    { whole: true },
  ),
  "the auditing filter is an object": answers("GET PATCH", AUDIT, (record) =>
    typeof record.auditFilter === "string" && record.auditFilter.startsWith("{")
      ? { ...record, auditFilter: JSON.parse(record.auditFilter) }
      : record,
  ),
  "an outage without filters": answers("GET POST", /\/outageSimulation$/, (record) => ({
    ...record,
    outageFilters: [],
  })),
  "labels of scrape targets without the cluster": answers("GET", /\/discovery$/, ({ labels, ...target }) => {
    const { cluster_name: _name, ...others } = labels;
    return { ...target, labels: others };
  }),
  "the lifetime of a token is a text": answers("POST", TOKEN, (json) => ({
    ...json,
    expires_in: String(json.expires_in),
  })),

  // Errors.
  "errors without an errorCode": errors(({ errorCode: _code, ...error }) => error),
  "the error of an error is a text": errors((json) => ({ ...json, error: String(json.error) })),
  "the error of an error is another status": errors((json) => (json.error === 404 ? { ...json, error: 400 } : json)),
  "a challenge is missing": {
    open: (note) => async (_asked, pass) => {
      const answer = await pass();
      if (answer.status !== 401) return answer;
      // Every second 401 stays unchanged, because otherwise no client could get a nonce.
      note.times = (note.times ?? 0) + 1;
      if (note.times % 2 === 1) return answer;
      note();
      return { ...answer, rawHeaders: without(answer.rawHeaders, "www-authenticate") };
    },
  },
  "a challenge without qop and algorithm": {
    open: (note) => async (_asked, pass) => {
      const answer = await pass();
      if (answer.status !== 401) return answer;
      note();
      const rawHeaders = answer.rawHeaders.map((text) => text.replace(/, algorithm=MD5, qop="?auth"?/, ""));
      return { ...answer, rawHeaders };
    },
  },
  "a page of 501 is given": {
    open: (note) => async (asked, pass) => {
      const answer = await pass();
      if (asked.query.get("itemsPerPage") !== "501" || answer.status !== 400) return answer;
      note();
      return saying(answer, { results: [], totalCount: 0 }, 200);
    },
  },
  "a comment of 201 characters is taken": {
    open: (note) => async (asked, pass) => {
      const comment = asked.json?.acknowledgementComment;
      if (asked.method !== "PATCH" || !ALERT.test(asked.path) || !(comment?.length > 200)) return pass();
      const answer = await pass({ ...asked.json, acknowledgementComment: comment.slice(0, 200) });
      if (isOk(answer)) note();
      return answer;
    },
  },
  "start without end is taken": {
    open: (note) => async (asked, pass) => {
      const answer = await pass();
      const isHalf = asked.query.has("start") !== asked.query.has("end");
      if (!/dbAccessHistory/.test(asked.path) || !isHalf || answer.status !== 400) return answer;
      note();
      return saying(answer, { accessLogs: [] }, 200);
    },
  },
  "a refused token in the words of other errors": answers(
    "POST",
    TOKEN,
    (json, _asked, { status }) => ({
      detail: json.error_description,
      error: status,
      errorCode: "X",
      reason: "Refused",
    }),
    { ok: false, whole: true },
  ),
  "a limit of tokens without Retry-After": {
    open: (note) => async (asked, pass) => {
      const answer = await pass();
      if (!TOKEN.test(asked.path) || answer.status !== 429) return answer;
      note();
      return { ...answer, rawHeaders: without(answer.rawHeaders, "retry-after") };
    },
  },

  // Envelopes and pages.
  "the status in an envelope is always 200": {
    open: (note) => async (asked, pass) => {
      const answer = await pass();
      if (asked.query.get("envelope") !== "true" || !(answer.json?.status >= 300)) return answer;
      note();
      return saying(answer, { ...answer.json, status: 200 });
    },
  },
  "no envelope": {
    open: (note) => async (asked, pass) => {
      const answer = await pass();
      if (asked.query.get("envelope") !== "true" || answer.json?.content === undefined) return answer;
      note();
      return saying(answer, answer.json.content);
    },
  },
  "a page begins with the last record of the page before": {
    open: (note) => {
      const lasts = new Map();
      return async (asked, pass) => {
        const answer = await pass();
        if (asked.method !== "GET" || !CONFIGS.test(asked.path) || !isOk(answer)) return answer;
        const [size, number] = ["itemsPerPage", "pageNum"].map((name) => Number(asked.query.get(name) ?? 1));
        const { results = [] } = contentOf(asked, answer) ?? {};
        const before = lasts.get(`${size} ${number - 1}`);
        if (results.length > 0) lasts.set(`${size} ${number}`, results.at(-1));
        if (before === undefined || results.length === 0) return answer;
        note();
        return changing(asked, answer, (json) => ({ ...json, results: [before, ...json.results.slice(1)] }));
      };
    },
  },
  "a page has one record too many": {
    open: (note) => {
      let spare;
      return async (asked, pass) => {
        const answer = await pass();
        if (asked.method !== "GET" || !CONFIGS.test(asked.path) || !isOk(answer)) return answer;
        const { results = [] } = contentOf(asked, answer) ?? {};
        const other = spare;
        spare = results.at(-1) ?? spare;
        const isFull = results.length === Number(asked.query.get("itemsPerPage"));
        if (!isFull || other === undefined || results.some(({ id }) => id === other.id)) return answer;
        note();
        return changing(asked, answer, (json) => ({ ...json, results: [...json.results, other] }));
      };
    },
  },
  "every page is the first": {
    open: (note) => {
      const firsts = new Map();
      return async (asked, pass) => {
        const answer = await pass();
        if (asked.method !== "GET" || !CONFIGS.test(asked.path) || !isOk(answer)) return answer;
        const size = asked.query.get("itemsPerPage");
        const number = Number(asked.query.get("pageNum") ?? 1);
        const { results } = contentOf(asked, answer);
        if (number === 1) firsts.set(size, results);
        if (number === 1 || !firsts.has(size)) return answer;
        note();
        return changing(asked, answer, (json) => ({ ...json, results: firsts.get(size) }));
      };
    },
  },
  "alerts of every status whatever status is asked for": {
    open: (note) => {
      let closed;
      return async (asked, pass) => {
        const answer = await pass();
        if (asked.method !== "GET" || !ALERTS.test(asked.path) || !isOk(answer)) return answer;
        const { results = [] } = contentOf(asked, answer);
        closed = results.find(({ status }) => status === "CLOSED") ?? closed;
        if (closed === undefined || !["OPEN", "TRACKING"].includes(asked.query.get("status"))) return answer;
        note();
        return changing(asked, answer, (json) => ({
          ...json,
          ...("totalCount" in json && { totalCount: json.totalCount + 1 }),
          results: [...json.results, closed],
        }));
      };
    },
  },

  // Writes.
  "toggling is answered and not kept": remembering(
    ({ memory, asked }) => {
      const id = idIn(CONFIG, asked);
      if (asked.method === "PATCH") memory.set(id, !asked.json?.enabled);
      if (asked.method === "PUT") memory.delete(id);
    },
    ({ memory, record }) => (memory.has(record.id) ? { ...record, enabled: memory.get(record.id) } : record),
    /\/alertConfigs/,
  ),
  "toggling changes the event": remembering(
    ({ memory, asked }) => {
      const id = idIn(CONFIG, asked);
      if (asked.method === "PATCH") memory.set(id, "OUTSIDE_METRIC_THRESHOLD");
      if (asked.method === "PUT") memory.delete(id);
    },
    ({ memory, record }) => (memory.has(record.id) ? { ...record, eventTypeName: memory.get(record.id) } : record),
    /\/alertConfigs/,
  ),
  "an update changes another record": remembering(
    ({ memory, asked, content }) => {
      const id = idIn(CONFIG, asked);
      if (asked.method === "GET" && CONFIG.test(asked.path))
        memory.set("seen", [...(memory.get("seen") ?? []), id].slice(-8));
      const other = (memory.get("seen") ?? []).find((one) => one !== id);
      if (asked.method === "PUT" && id !== undefined && other !== undefined) memory.set(other, content.eventTypeName);
      if (["PUT", "DELETE"].includes(asked.method)) memory.delete(id);
    },
    ({ memory, record }) => (memory.has(record.id) ? { ...record, eventTypeName: `${memory.get(record.id)}` } : record),
    /\/alertConfigs/,
  ),
  "an update keeps the old event": remembering(
    ({ memory, asked, content }) => {
      const id = idIn(CONFIG, asked);
      if (asked.method === "GET" && id !== undefined && !memory.has(id)) memory.set(id, content.eventTypeName);
    },
    ({ memory, record }) => (memory.has(record.id) ? { ...record, eventTypeName: memory.get(record.id) } : record),
    /\/alertConfigs/,
  ),
  "what is deleted stays": {
    isLate: true,
    open: (note) => {
      const [shown, ghosts] = [new Map(), new Map()];
      return async (asked, pass) => {
        const answer = await pass();
        const id = idIn(CONFIG, asked);
        if (asked.method === "DELETE" && id !== undefined && isOk(answer) && shown.has(id))
          ghosts.set(id, shown.get(id));
        if (asked.method !== "GET") return answer;
        if (id !== undefined && isOk(answer)) shown.set(id, contentOf(asked, answer));
        if (id !== undefined && answer.status === 404 && ghosts.has(id) && asked.query.get("envelope") !== "true") {
          note();
          return saying(answer, ghosts.get(id), 200);
        }
        return answer;
      };
    },
  },
  "what is deleted is still listed": {
    isLate: true,
    open: (note) => {
      const [shown, ghosts] = [new Map(), new Map()];
      return async (asked, pass) => {
        const answer = await pass();
        const id = idIn(CONFIG, asked);
        if (id !== undefined && asked.method === "GET" && isOk(answer)) shown.set(id, contentOf(asked, answer));
        if (asked.method === "DELETE" && id !== undefined && isOk(answer) && shown.has(id))
          ghosts.set(id, shown.get(id));
        const isAll = asked.method === "GET" && CONFIGS.test(asked.path) && asked.query.get("itemsPerPage") === "500";
        if (!isAll || !isOk(answer) || ghosts.size === 0) return answer;
        note();
        return changing(asked, answer, (json) => ({
          ...json,
          ...("totalCount" in json && { totalCount: json.totalCount + ghosts.size }),
          results: [...json.results, ...ghosts.values()],
        }));
      };
    },
  },
  "an acknowledgement is answered and not kept": answers("GET", ALERT, (record) => {
    const {
      acknowledgedUntil: _until,
      acknowledgementComment: _comment,
      acknowledgingUsername: _who,
      ...rest
    } = record;
    return rest;
  }),
  "an acknowledgement ends at another time": answers("GET PATCH", ALERT, (record) =>
    "acknowledgedUntil" in record
      ? { ...record, acknowledgedUntil: new Date(Date.parse(record.acknowledgedUntil) + 3_600_000).toISOString() }
      : record,
  ),
  "custom DNS is never changed": remembering(
    ({ memory, asked, content }) => {
      if (asked.method === "GET" && DNS.test(asked.path) && !memory.has("first")) memory.set("first", content.enabled);
    },
    ({ memory, record }) => ({ ...record, enabled: memory.get("first") }),
    DNS,
  ),
  "auditing is never changed": remembering(
    ({ memory, asked, content }) => {
      if (asked.method === "GET" && AUDIT.test(asked.path) && !memory.has("first")) memory.set("first", content);
    },
    ({ memory }) => memory.get("first"),
    AUDIT,
  ),
  "a change of the schedule resets the minute": remembering(
    ({ memory, asked }) => {
      if (asked.method === "PATCH" && SCHEDULE.test(asked.path))
        memory.set(asked.path.replace("/v2/", "/v1.0/"), !("referenceMinuteOfHour" in (asked.json ?? {})));
    },
    ({ memory, asked, record }) =>
      memory.get(asked.path.replace("/v2/", "/v1.0/")) ? { ...record, referenceMinuteOfHour: 59 } : record,
    SCHEDULE,
  ),
  "a new expiry of a snapshot is not kept": remembering(
    ({ memory, asked, content }) => {
      const id = idIn(SNAPSHOT, asked);
      if (asked.method === "GET" && id !== undefined && !memory.has(id)) memory.set(id, content.expiresAt);
    },
    ({ memory, record }) => (memory.has(record.id) ? { ...record, expiresAt: memory.get(record.id) } : record),
    SNAPSHOT,
  ),
  "a new definition of an index is not kept": remembering(
    ({ memory, asked, content }) => {
      const id = idIn(INDEX, asked);
      if (asked.method === "GET" && id !== undefined && content.latestDefinition && !memory.has(id))
        memory.set(id, content.latestDefinition);
    },
    ({ memory, record }) =>
      memory.has(record.indexID) && record.latestDefinition
        ? { ...record, latestDefinition: memory.get(record.indexID) }
        : record,
    INDEX,
  ),
  "a bucket has another name than it was given": answers("GET", BUCKET, (record) => ({
    ...record,
    bucketName: `${record.bucketName}-1`,
  })),
  "analyzers are listed without the last": answers("GET", /\/fts\/analyzers$/, (json) => json.slice(0, -1), {
    whole: true,
  }),
};
