// Helpers for several of these defects.
import { createHash } from "node:crypto";
import { acceptOf, digestOf, headerOf, queryOf, versionOf, withStatus } from "../answers.mjs";
import { ask } from "../asking.mjs";

export const isFirst = (request) => versionOf(request) === "1.0";
export const isSecond = (request) => versionOf(request) === "2";
export const flag = (request, name) => queryOf(request).get(name) === "true";

/** The request with changed query parameters; `undefined` removes one. */
export function withQuery(request, changes) {
  const query = queryOf(request);
  for (const [name, value] of Object.entries(changes))
    value === undefined ? query.delete(name) : query.set(name, value);
  const text = query.toString();
  return { ...request, target: text === "" ? request.path : `${request.path}?${text}` };
}

export const withoutHeader = (answer, pattern) => ({
  ...answer,
  rawHeaders: answer.rawHeaders.filter(([name]) => !pattern.test(name)),
});

export const hasHeader = (answer, pattern) => answer.rawHeaders.some(([name]) => pattern.test(name));

/** The request with another value of a header. */
export function withHeader(request, name, value) {
  const rawHeaders = request.rawHeaders.map((text, at) =>
    at % 2 === 1 && request.rawHeaders[at - 1].toLowerCase() === name ? value : text,
  );
  return { ...request, rawHeaders };
}

/** Whether the server refused the role of the caller, not missing credentials. */
export const refusedForRole = (answer) =>
  (answer.status === 401 || answer.status === 403) && !hasHeader(answer, /^www-authenticate$/i);

const md5 = (text) => createHash("md5").update(text).digest("hex");

/** Whether a digest was made with a key, for any uri and count in it. */
export function isSignedBy(request, { username, password }) {
  const { username: name, realm, nonce, uri, nc, cnonce, qop, response } = digestOf(request);
  if (name !== username || response === undefined) return false;
  const second = md5(`${request.method}:${uri}`);
  return md5(`${md5(`${username}:${realm}:${password}`)}:${nonce}:${nc}:${cnonce}:${qop}:${second}`) === response;
}

export const basicOf = (request) => {
  const text = headerOf(request, "authorization") ?? "";
  if (!/^basic /i.test(text)) return [];
  const plain = Buffer.from(text.slice(6), "base64").toString("utf8");
  const at = plain.indexOf(":");
  return [plain.slice(0, at), plain.slice(at + 1)];
};

export const listOf = async (caller, id, values) => {
  const { json } = await ask(caller, id, values);
  return Array.isArray(json) ? json : (json?.results ?? []);
};

/** Replaces a refusal with a success in the requested form. */
export function succeeded(request, answer, content) {
  const other = withStatus(request, answer, 200, content);
  const rawHeaders = other.rawHeaders.map(([name, value]) => [
    name,
    /^content-type$/i.test(name) ? acceptOf(request) : value,
  ]);
  return { ...other, rawHeaders };
}
