// Runs one conversation through a proxy and checks how the proxy handled it.
import { readAnswer, readRequest, valuesOf } from "./strict.mjs";
import { converse } from "./talk.mjs";
import { answerThrough, requestThrough } from "./through.mjs";

/** All messages at the beginning of a text, and the rest after them. */
export function requestsIn(text) {
  const requests = [];
  let rest = text;
  for (;;) {
    if (/^[\r\n]*$/.test(rest)) return { requests, behind: "nothing" };
    const read = readRequest(rest);
    if (read.kind !== "message") return { requests, behind: read.kind };
    requests.push(read);
    rest = rest.slice(read.length);
  }
}

function answersIn(text, methods, isEnd) {
  const answers = [];
  let rest = text;
  while (rest !== "") {
    const read = readAnswer(rest, methods[answers.length] ?? "GET", isEnd);
    if (read.kind !== "message") return { answers, behind: read.kind, why: read.why };
    answers.push(read);
    rest = rest.slice(read.length);
  }
  return { answers, behind: "nothing" };
}

/** Removes a text from a list if it is in it. */
function taken(texts, text) {
  const at = texts.indexOf(text);
  if (at !== -1) texts.splice(at, 1);
  return at !== -1;
}

/** Requests of a client that was cut off may arrive during later attempts. */
const MOST_LATE = 100;
function keepLate(server, requests) {
  server.late = [...server.late, ...requests].slice(-MOST_LATE);
}

/** Repeats a failed attempt with more patience, because the machine may be busy. */
export async function patiently(attempt, idle = 300) {
  const first = await attempt(idle);
  return first.outcome === "waits" && first.problems.length > 0 ? attempt(20 * idle) : first;
}

/**
 * Checks a client: the proxy forwards its bytes unchanged or refuses them, the server sees each request exactly once
 * and no others, and the client reads well-formed answers. With `mustPass` everything must be forwarded.
 */
export async function fromClient({ door, server, parts, mustPass = false, idle }) {
  const { requests, behind } = requestsIn(parts.join(""));
  const methods = requests.map(({ method }) => method);
  server.forget();
  const isEnough = (text) =>
    behind === "nothing" && requests.length > 0 && answersIn(text, methods, false).answers.length >= requests.length;
  const halfClose = behind === "partial" && requests.length === 0;
  const { text, how } = await converse(door, parts, isEnough, { halfClose, idle });
  const { answers, behind: left, why } = answersIn(text, methods, how === "over");
  const problems = [];
  const open = requests.map(requestThrough);
  for (const request of server.seen.map(requestThrough))
    if (!taken(open, request) && !taken(server.late, request))
      problems.push(`the server saw what no client sent: ${request}`);
  keepLate(server, open);
  if (server.unread.length > 0) problems.push(`the server was sent bytes that are no request: ${server.unread[0].why}`);
  if (left === "fault") problems.push(`the client was sent bytes that are no answer: ${why}`);
  const statuses = answers.map(({ status }) => status);
  if (mustPass && (open.length > 0 || behind !== "nothing" || answers.length < requests.length))
    problems.push("not all of it was passed on");
  if (mustPass && statuses.some((status) => status !== "200")) problems.push(`answered with ${statuses}`);
  if (answers.length > requests.length + (behind === "nothing" ? 0 : 1)) problems.push("more answers than requests");
  const refused = statuses.find((status) => status !== "200");
  const outcome = refused ?? (how === "over" && answers.length < requests.length ? "closed" : statuses.at(-1));
  return { problems, outcome: outcome ?? (how === "over" ? "closed" : "waits") };
}

/** Node reads nothing after an informational answer that ends the connection. */
const isLast = ({ fields }) =>
  ["connection", "proxy-connection"].some((name) => valuesOf(fields, name).some((value) => /close/i.test(value)));

/** Checks a server: its answer reaches the client unchanged, or the client gets a 502 or an interrupted connection. */
export async function fromServer({ door, server, bytes, isOver, request, method = "GET", mayFail = false, idle }) {
  server.forget();
  const sent = readAnswer(bytes, method, isOver);
  const isEnough = (text) => readAnswer(text, method, false).kind === "message";
  const { text, how } = await converse(door, [request], isEnough, { idle });
  const got = readAnswer(text, method, how === "over");
  const problems = [];
  if (got.kind === "fault") problems.push(`the client was sent bytes that are no answer: ${got.why}`);
  const isWhole = got.kind === "message";
  const isExempt = mayFail || (sent.kind === "message" && sent.informed.some(isLast));
  if (sent.kind === "message" && !isExempt && !(isWhole && answerThrough(got) === answerThrough(sent)))
    problems.push(
      `not passed on as it came: ${answerThrough(sent)} became ${isWhole ? answerThrough(got) : `${got.kind} (${how})`}`,
    );
  // If a server begins an answer or its head and does not end it, its client has to wait.
  const hasBegun = !bytes.includes("\r\n\r\n") || /^HTTP\/1\.1 [2-9]/m.test(text);
  if (sent.kind !== "message" && !isWhole && how === "idle" && (isOver || (sent.kind === "fault" && !hasBegun)))
    problems.push("the client waits for ever");
  // The request may still reach the server.
  if (!isWhole) keepLate(server, requestsIn(request).requests.map(requestThrough));
  return { problems, outcome: isWhole ? got.status : how === "over" ? "closed" : "waits" };
}
