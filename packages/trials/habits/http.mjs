// The same answers in other forms of HTTP.
import { createHash } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import {
  accepted,
  contentOf,
  headerIn,
  headerOf,
  idOf,
  isRead,
  isTrue,
  jsonOf,
  refused,
  setHeader,
  sleep,
  withContent,
  without,
  withStatus,
} from "./helpers.mjs";

const isFramed = (name) => /^(content-length|transfer-encoding|connection|keep-alive)$/i.test(name);
const isBodiless = (request, { status }) => request.method === "HEAD" || status === 204 || status === 304;

/** Writes an answer with `write(outgoing, answer, headers)`, which must end it. */
const written =
  (write) =>
  ({ shows }) => {
    let count = 0;
    return async (request, pass) => {
      const answer = await pass(request);
      if (typeof answer !== "object" || isBodiless(request, answer)) return answer;
      count += 1;
      const at = count;
      return (outgoing) =>
        new Promise((resolve) => {
          outgoing.on("close", resolve);
          const headers = answer.rawHeaders.filter(([name]) => !isFramed(name)).flat();
          const isShown = write(outgoing, answer, headers, at);
          Promise.resolve(isShown).then((was) => was !== false && shows(), resolve);
        });
    };
  };

const sized = (headers, { body }) => [...headers, "Content-Length", String(body.length)];

export const trickled = written(async (outgoing, { status, reason, body }, headers) => {
  outgoing.writeHead(status, reason, [...headers, "Transfer-Encoding", "chunked", "Trailer", "X-Body-Digest"]);
  const step = Math.max(7, Math.ceil(body.length / 5));
  for (let at = 0; at < body.length; at += step) {
    outgoing.write(body.subarray(at, at + step));
    await sleep(4);
  }
  outgoing.addTrailers({ "X-Body-Digest": createHash("sha1").update(body).digest("hex") });
  outgoing.end();
});

export const closesAlways = written((outgoing, answer, headers) => {
  outgoing.writeHead(answer.status, answer.reason, [...sized(headers, answer), "Connection", "close"]);
  outgoing.end(answer.body);
});

/** Closes the connection after seven answers, where the end of the connection is the end of the body. */
export const closesSometimes = written((outgoing, answer, headers, at) => {
  if (at % 7 !== 0) {
    outgoing.writeHead(answer.status, answer.reason, sized(headers, answer));
    outgoing.end(answer.body);
    return false;
  }
  outgoing.writeHead(answer.status, answer.reason, [...headers, "Connection", "close"]);
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.end(answer.body);
  return true;
});

export const earlyHints = written((outgoing, answer, headers, at) => {
  if (at % 2 === 0) outgoing.writeProcessing();
  else outgoing.writeEarlyHints({ link: "</console.css>; rel=preload; as=style" });
  outgoing.writeHead(answer.status, answer.reason, sized(headers, answer));
  outgoing.end(answer.body);
});

const CODINGS = [
  ["br", brotliCompressSync],
  ["gzip", gzipSync],
  ["deflate", deflateSync],
];

/** Uses the accepted codings of a request in turn. */
export const compressed = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    const accept = headerOf(request, "accept-encoding") ?? "";
    const named = accept.split(",").map((one) => one.trim().split(/\s*;\s*q\s*=\s*/i));
    const takes = (coding) =>
      named.some(([name, weight = "1"]) => [coding, "*"].includes(name.toLowerCase()) && Number(weight) > 0);
    const usable = CODINGS.filter(([name]) => takes(name));
    if (usable.length === 0 || isBodiless(request, answer) || answer.body.length === 0) return answer;
    count += 1;
    const [coding, compress] = usable[count % usable.length];
    const vary = headerIn(answer.rawHeaders, "vary");
    const other = setHeader(answer, "Vary", vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`);
    shows();
    return { ...setHeader(other, "Content-Encoding", coding), body: compress(answer.body) };
  };
};

const CASES = [(name) => name.toLowerCase(), (name) => name.toUpperCase(), (name) => name];
export const headerForm = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    const cased = CASES[count % CASES.length];
    const vary = headerIn(answer.rawHeaders, "vary") ?? "Accept";
    const values = [...vary.split(/\s*,\s*/), "Origin"];
    // One field with several values, or several fields with one value each.
    const varied = count % 2 === 0 ? [["Vary", values.join(" ,  ")]] : values.map((one) => ["Vary", one]);
    const rawHeaders = [...varied, ...without(answer.rawHeaders, "vary")].map(([name, value]) => [cased(name), value]);
    shows();
    return { ...answer, rawHeaders: rawHeaders.reverse() };
  };
};

export const moreHeaders = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    const tag = createHash("sha1").update(answer.body).digest("base64url");
    const more = [
      ["Server-Timing", 'db;dur=12.3, cache;desc="Cache, read";dur=0.1'],
      ["Set-Cookie", `lb=${count % 3}; Path=/; HttpOnly`],
      ["Set-Cookie", 'visit="a, b"; Expires=Wed, 01 Jan 2031 00:00:00 GMT'],
      ["Cache-Control", "no-store, private"],
      ["Server", "edge/4.1 (unix)"],
      ["Via", "1.1 edge-3"],
      ["X-Request-Id", `r-${count}`],
      ["X-Empty", ""],
      ["Link", '<https://docs.example.net/>; rel="service-doc", </next>; rel=next'],
      ...(isRead(request) && answer.status === 200 ? [["ETag", `W/"${tag}"`]] : []),
    ];
    shows();
    return { ...answer, rawHeaders: [...answer.rawHeaders, ...more] };
  };
};

/** Two servers with different versions and clocks behind one address. */
export const twoServers = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    const isOther = count % 2 === 0;
    const version = isOther
      ? "gitHash=0a1b2c3d4e5f60718293a4b5c6d7e8f901234567; versionString=v20250101.7"
      : "gitHash=ffffffffffffffffffffffffffffffffffffffff; versionString=v20250102.0-rc1";
    const named =
      headerIn(answer.rawHeaders, "x-vendor-service-version") === undefined
        ? answer
        : setHeader(answer, "X-Vendor-Service-Version", version);
    const date = new Date(Date.now() + (isOther ? 3_000 : -3_000)).toUTCString();
    const strict = setHeader(setHeader(named, "Date", date), "Strict-Transport-Security", "max-age=300");
    shows();
    return strict;
  };
};

const PHRASES = { 200: "Fine", 400: "Please Ask Otherwise", 401: "Who Are You", 404: "Nichts da" };
export const reasonPhrases = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    shows();
    return { ...answer, reason: count % 2 === 0 ? "" : (PHRASES[answer.status] ?? "Other") };
  };
};

const FORMS = [
  (type) => `${type};charset=utf-8`,
  (type) => `${type} ; charset="UTF-8"`,
  (type) => type.replace(/^application/, "Application").replace(/json$/, "JSON"),
];
export const contentTypes = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    const type = headerIn(answer.rawHeaders, "content-type");
    if (type === undefined || type.includes(";")) return answer;
    count += 1;
    shows();
    return setHeader(answer, "Content-Type", FORMS[count % FORMS.length](type));
  };
};

export const slowAnswers = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    count += 1;
    if (count % 60 === 0) {
      await sleep(2_500);
      shows();
    }
    return answer;
  };
};

const turned =
  (every, status, errorCode, detail, retry) =>
  ({ shows }) => {
    let count = 0;
    return async (request, pass) => {
      const answer = await pass(request);
      if (!isRead(request) || !accepted(answer) || request.operation === "discoverMetricsTargets") return answer;
      count += 1;
      if (count % every !== 0) return answer;
      shows();
      return refused(request, answer, status, errorCode, detail, [["Retry-After", retry()]]);
    };
  };
export const tooMany = turned(
  150,
  429,
  "RATE_LIMITED",
  "Too many requests of this project. Try again soon.",
  () => "1",
);
export const unavailable = turned(150, 503, "SERVICE_UNAVAILABLE", "The service is being maintained.", () =>
  new Date(Date.now() + 2_000).toUTCString(),
);

const MADE =
  /^create(AlertConfig|ExportBucket|SearchIndex|SearchIndexLegacy|RestoreJob|ServerlessRestoreJob|ExportJob|CloudAccessRole|LinkToken|Migration|Cluster)$/;
export const created201 =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!MADE.test(request.operation ?? "") || answer.status !== 200) return answer;
    const content = contentOf(answer);
    const id = idOf(content);
    shows();
    const other = withStatus(request, answer, 201, content);
    return id === undefined ? other : setHeader(other, "Location", `${request.path}/${id}`);
  };

const LATER =
  /^(takeSnapshot|createSearchIndex|createSearchIndexLegacy|createRestoreJob|createServerlessRestoreJob|createExportJob|startOutageSimulation|endOutageSimulation|createMigration|validateMigration|cutOverMigration|updateSearchIndexBy.*|deleteSearchIndexBy.*|deleteSnapshot|deleteShardedSnapshot|cancelRestoreJob)$/;
export const accepted202 =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!LATER.test(request.operation ?? "") || !accepted(answer)) return answer;
    shows();
    if (jsonOf(answer.body) === undefined) return saying(request, answer, 202, {});
    return withStatus(request, answer, 202, contentOf(answer));
  };

/** Adds a body to an answer without one. */
function saying(request, answer, status, content) {
  return setHeader(
    withStatus(request, answer, status, content),
    "Content-Type",
    headerOf(request, "accept") ?? "application/json",
  );
}

const EMPTIED =
  /^(deleteSearchIndexBy.*|deleteExportBucket|deleteSnapshot|deleteShardedSnapshot|cancelRestoreJob|deleteLinkToken)$/;
export const deletedEmptyObject =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    if (!EMPTIED.test(request.operation ?? "") || !accepted(answer)) return answer;
    shows();
    return saying(request, answer, 200, {});
  };

/** Answers the deletion of an alert configuration with nothing, an empty object, or a note, in turn. */
export const deletedConfigSays = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "deleteAlertConfig" || !accepted(answer)) return answer;
    count += 1;
    shows();
    const said = [undefined, {}, { deleted: true, id: request.values.alertConfigId }][count % 3];
    // A client that needs the envelope for the status could not read a 204.
    if (said === undefined && isTrue(request, "envelope")) return answer;
    if (said === undefined)
      return {
        ...answer,
        status: 204,
        reason: STATUS_CODES[204],
        body: Buffer.of(),
        rawHeaders: without(answer.rawHeaders, "content-type"),
      };
    return saying(request, answer, 200, said);
  };
};

/** Replaces a token with another form, and accepts that form. */
export const tokenOtherwise = ({ shows }) => {
  const real = new Map();
  return async (request, pass) => {
    const rawHeaders = request.rawHeaders.map((text, at) =>
      at % 2 === 1 && /^bearer /i.test(text)
        ? text.replace(/^(bearer +)(.*)$/i, (_all, start, own) => start + (real.get(own) ?? own))
        : text,
    );
    const answer = await pass({ ...request, rawHeaders });
    if (request.operation !== "issueServiceToken" || answer.status !== 200) return answer;
    const content = contentOf(answer);
    const half = Buffer.from(JSON.stringify({ sub: "x".repeat(700), n: real.size })).toString("base64url");
    const token = `eyJhbGciOiJub25lIn0.${half}.${Buffer.from(content.access_token).toString("base64url")}`;
    real.set(token, content.access_token);
    shows();
    return withContent(answer, { scope: "", ...content, access_token: token });
  };
};

export const tokenRetryDate =
  ({ shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const after = headerIn(answer.rawHeaders, "retry-after");
    if (request.operation !== "issueServiceToken" || !/^\d+$/.test(after ?? "")) return answer;
    shows();
    return setHeader(answer, "Retry-After", new Date(Date.now() + Number(after) * 1_000 + 999).toUTCString());
  };

export const tokenUnavailable = ({ shows }) => {
  let count = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "issueServiceToken" || answer.status !== 200) return answer;
    count += 1;
    if (count % 4 !== 0) return answer;
    shows();
    const error = { error: "server_error", error_description: "Try again in a second." };
    return setHeader(withStatus(request, answer, 503, error), "Retry-After", "1");
  };
};

const entry = (id, title, sentence, lie) => ({ id, title, sentence, lie });
export const http = [
  entry(
    "compressed",
    "Answers are compressed with br, gzip or deflate, where the request accepts it.",
    "Content codings: silent; HTTP",
    compressed,
  ),
  entry(
    "trickled",
    "Answers come in five chunks with pauses and a trailer.",
    "Transfer coding: silent; HTTP/1.1",
    trickled,
  ),
  entry("closes-always", "Every answer closes its connection.", "Connections: silent; HTTP/1.1", closesAlways),
  entry(
    "closes-sometimes",
    "Every seventh answer has no length: the end of the connection ends it.",
    "Connections: silent; HTTP/1.1",
    closesSometimes,
  ),
  entry("early-hints", "There is a 102 or a 103 before each answer.", "Interim answers: silent; HTTP/1.1", earlyHints),
  entry(
    "header-form",
    "Header names in lower or upper case and reverse order, `Vary` in one field or several.",
    "Response headers seen: `Vary`...; HTTP: names have no case",
    headerForm,
  ),
  entry(
    "more-headers",
    "There are ten more headers: cookies, weak ETag, Server-Timing, an empty one.",
    "Response headers beyond those seen: silent",
    moreHeaders,
  ),
  entry(
    "two-servers",
    "Two versions with clocks six seconds apart answer in turn.",
    "`X-Vendor-Service-Version` (value `gitHash=<hash>; versionString=<version>`), `Date`",
    twoServers,
  ),
  entry("reason-phrases", "Reason phrases are others, or none.", "Reason phrases of HTTP: silent", reasonPhrases),
  entry(
    "content-types",
    "Media types have a charset, or other case.",
    "`Content-Type` seen; parameters and case: silent; HTTP",
    contentTypes,
  ),
  entry("slow-answers", "Every 60th answer takes 2.5 s.", "How fast answers are: silent", slowAnswers),
  entry(
    "too-many",
    "Every 150th read is answered 429 with Retry-After.",
    "Other limits than that of tokens: nothing is said of them",
    tooMany,
  ),
  entry(
    "unavailable",
    "Every 150th read is answered 503 with a date in Retry-After.",
    "The full list of error codes and their conditions: not shown; `Retry-After` seen",
    unavailable,
  ),
  entry(
    "created-201",
    "What makes a record is answered 201 with Location.",
    "Status codes of success: silent",
    created201,
  ),
  entry(
    "accepted-202",
    "What goes on for a while is answered 202.",
    "Status codes of success: silent; deletes of indexes are eventually consistent",
    accepted202,
  ),
  entry(
    "deleted-config-says",
    "Deleting an alert configuration is answered 204, {}, or a note, in turn.",
    "6: the success response body: not shown",
    deletedConfigSays,
  ),
  entry(
    "deleted-empty-object",
    "What is deleted is answered 200 with an empty object.",
    "21, 24, 32, 41, 48, 49, 60: response empty object; its status: silent",
    deletedEmptyObject,
  ),
  entry(
    "token-otherwise",
    "The token is 1000 characters of three parts, and there is a scope.",
    "`access_token` (string)",
    tokenOtherwise,
  ),
  entry(
    "token-retry-date",
    "Retry-After of the token endpoint is a date.",
    "429 and 503 responses carry a `Retry-After` header; its form: silent; HTTP",
    tokenRetryDate,
  ),
  entry(
    "token-unavailable",
    "Every fourth token is answered 503 server_error with Retry-After.",
    "503 is among the statuses of the token endpoint",
    tokenUnavailable,
  ),
];
