// The requests that a defect sends to the correct server itself.
import { STATUS_CODES } from "node:http";
import { everyPage } from "../safety/every-page.mjs";
import { placeOf } from "../safety/interface.mjs";
import { accepted, acceptOf, asked, contentOf, queryOf, withBody, withContent } from "./answers.mjs";

const FORM = ["envelope", "pretty", "includeCount", "itemsPerPage", "pageNum"];
const AUTHENTICATE = /^(www-authenticate|content-type)$/i;

/** Sends a request for an operation in its newest version. */
export function ask(caller, id, values, body) {
  const { method, path, accept } = placeOf(id, values);
  return caller.send(method, path, accept, body);
}

/** The current record at the path of a request; undefined when there is none. */
export async function readAt(caller, request) {
  const { status, json } = await caller.send("GET", request.path, acceptOf(request));
  return status === 200 ? json : undefined;
}

/** All records of a paged list. */
export function everyRecord(caller, id, values) {
  const { path, accept } = placeOf(id, values);
  return everyPage(caller, path, accept, new URLSearchParams());
}

/** All records of the list of which a request asks for a page, with its filters except those in `without`. */
export function wholeList(caller, request, without = []) {
  const query = queryOf(request);
  for (const name of [...FORM, ...without]) query.delete(name);
  return everyPage(caller, request.path, acceptOf(request), query);
}

export function pageOf(request) {
  const query = queryOf(request);
  return { size: Number(query.get("itemsPerPage") ?? 100), page: Number(query.get("pageNum") ?? 1) };
}

/** Replaces the page in an answer with the requested page of `all`. */
export function repaged(request, answer, all, { size, page } = pageOf(request)) {
  const content = contentOf(answer);
  const results = all.slice((page - 1) * size, page * size);
  const counted = "totalCount" in content ? { totalCount: all.length } : {};
  return withContent(answer, { ...content, results, ...counted });
}

/** Sends a refused request as `caller`, and returns the answer in the form that the original sender would see. */
export async function answeredBy(caller, request, refusal, target = request.target) {
  const { status, text } = await caller.send(request.method, target, acceptOf(request), asked(request));
  const headers = refusal.rawHeaders.filter(([name]) => !AUTHENTICATE.test(name));
  const type = status < 300 ? acceptOf(request) : "application/json";
  const rawHeaders = text === "" ? headers : [...headers, ["Content-Type", type]];
  return { status, reason: STATUS_CODES[status], rawHeaders, body: Buffer.from(text) };
}

/** Runs `effect` after each accepted request for one of `operations`; `look` returns the state before it. */
export const around = (operations, look, effect) => async (request, pass) => {
  if (!operations.includes(request.operation)) return pass(request);
  const before = await look(request);
  const answer = await pass(request);
  if (accepted(answer)) await effect(request, answer, before);
  return answer;
};

export const afterwards = (operations, effect) => around(operations, () => undefined, effect);

/** Replaces the body of a request; `change` returns undefined to keep it. */
export const sends = (operations, change, shows) => async (request, pass) => {
  const body = operations.includes(request.operation) ? asked(request) : undefined;
  const other = body === undefined ? undefined : await change(body, request);
  if (other === undefined) return pass(request);
  const answer = await pass(withBody(request, other));
  if (accepted(answer)) shows();
  return answer;
};

/** Replaces the content of an answer; `change` returns undefined to keep it. */
export const tells = (operations, change, shows) => async (request, pass) => {
  const answer = await pass(request);
  if (!operations.includes(request.operation) || !accepted(answer)) return answer;
  const content = contentOf(answer);
  const other = content === undefined ? undefined : await change(content, request, answer);
  if (other === undefined) return answer;
  shows();
  return withContent(answer, other);
};

/** Refuses valid requests: `isRefused` selects bodies, and `invalid` makes the server refuse them in its own way. */
export const refuses = (operations, isRefused, invalid, shows) => async (request, pass) => {
  const body = operations.includes(request.operation) ? asked(request) : undefined;
  if (body === undefined || !isRefused(body, request)) return pass(request);
  const answer = await pass(withBody(request, { ...body, ...invalid }));
  if (answer.status === 400) shows();
  return answer;
};

/** Combines two lies; `outer` sees the request first. */
export const both = (outer, inner) => (request, pass) => outer(request, (changed) => inner(changed, pass));
