import { NoAnswerError } from "./no-answer-error.ts";

/** The status and the body of an answer, parsed or as text. */
export interface ObservedAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** An answer of `fetch` whose body has not been read. */
export interface UnreadAnswer {
  readonly status: number;
  readonly bodyUsed: boolean;
  clone(): { text(): Promise<string> };
}

/** Status and body of an answer; `body` is missing if the argument had no member for one. */
export interface SeenAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * Status and body of an answer from any client: fetch, axios (`data`), supertest (`body`, `text`), an injected request
 * (`statusCode`, `payload`), or plain `{ status, body }` with a parsed body or its text.
 * @throws NoAnswerError for anything else, either at once or as a rejection.
 */
export function seenAnswer(given: unknown): SeenAnswer | Promise<SeenAnswer> {
  if (typeof given !== "object" || given === null) throw new NoAnswerError(given === null ? "null" : typeof given);
  if ("then" in given) throw new NoAnswerError("a promise: await it first");
  const members = given as Readonly<Record<string, unknown>>;
  const status = members["status"] ?? members["statusCode"];
  if (typeof status !== "number" || !Number.isInteger(status))
    throw new NoAnswerError(`an object without a status (${Object.keys(members).slice(0, 6).join(", ") || "empty"})`);
  if (isUnread(given)) return read(given);
  for (const name of ["body", "data", "payload", "text"]) {
    const body = members[name];
    if (body === undefined || typeof body === "function") continue;
    // supertest shows a body that it could not parse as an empty object, and keeps its text.
    const text = name === "body" && isEmpty(body) ? members["text"] : undefined;
    return { status, body: parsed(typeof text === "string" && text !== "" ? text : body) };
  }
  return { status };
}

const isUnread = (given: object): given is UnreadAnswer =>
  "bodyUsed" in given && "clone" in given && typeof given.clone === "function";

async function read(answer: UnreadAnswer): Promise<SeenAnswer> {
  if (answer.bodyUsed)
    throw new NoAnswerError("a Response whose body was already read: pass it before you read it, or pass a clone");
  return { status: answer.status, body: parsed(await answer.clone().text()) };
}

const isEmpty = (body: unknown): boolean =>
  typeof body === "object" && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;

/** The value of a JSON text. Any other text is returned as it is, because no answer of this interface is plain text. */
function parsed(body: unknown): unknown {
  if (typeof body === "object" && body !== null && ("pipe" in body || "getReader" in body))
    throw new NoAnswerError("an answer whose body is a stream: read it first");
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (typeof text !== "string") return text;
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
