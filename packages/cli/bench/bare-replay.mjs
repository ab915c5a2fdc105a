// Sends the requests of a run to a fresh server with the same keys, as plainly as undici can: the same bytes in the same
// order with the same concurrency, without any judging. So that the server does the same work, the replay replaces the
// ids of records that the run created by those that the same creates return here. One request in eight needs that, and it
// costs a signature. The clock moves at the same places.
import { hash } from "node:crypto";
import { Pool } from "undici";

const ID = /[0-9a-f]{24}/g;
const MADE = /"(?:id|_id|indexID|roleId)":\s*"([0-9a-f]{24})"/;

/** Requests ready to be sent, each with the earlier ones whose answers contain the ids that it addresses. */
export function prepare(sent) {
  const makers = new Map();
  return sent.map(({ method, url, headers, body, answer, status }, index) => {
    const path = url.replace(/^https?:\/\/[^/]+/, "");
    const needs = [...new Set(`${path} ${body ?? ""}`.match(ID))].filter((id) => makers.has(id));
    const made = method === "POST" && status < 300 ? MADE.exec(answer)?.[1] : undefined;
    if (made !== undefined && !makers.has(made)) makers.set(made, index);
    return {
      request: {
        method,
        path,
        headers: headers.filter(([name]) => !/^(host|content-length|connection)$/i.test(name)).flat(),
        body,
      },
      makes: made !== undefined && makers.get(made) === index,
      needs: needs.map((id) => [id, makers.get(id)]),
      status,
    };
  });
}

/** The duration in milliseconds, and the number of answers with the same status as in the run. */
export async function replay({ prepared, passes, passwords, baseUrl, advanceClock, jobs }) {
  const pool = new Pool(baseUrl, { connections: jobs });
  const made = new Map();
  const due = [...passes];
  try {
    const began = performance.now();
    let next = 0;
    let alike = 0;
    const worker = async () => {
      for (let index = next++; index < prepared.length; index = next++) {
        while (due[0]?.before <= index) advanceClock(due.shift().milliseconds);
        const { request, makes, needs, status } = prepared[index];
        const ready = needs.length === 0 ? request : signed(await renamed(request, needs, made), passwords);
        const sending = pool.request(ready).then(async ({ statusCode, body }) => [statusCode, await body.text()]);
        if (makes) made.set(index, sending);
        const [statusCode] = await sending;
        if (statusCode === status) alike += 1;
      }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
    return { milliseconds: performance.now() - began, alike };
  } finally {
    await pool.destroy();
  }
}

async function renamed({ path, body, ...rest }, needs, made) {
  let [hereAt, hereIn] = [path, body];
  for (const [id, maker] of needs) {
    const [, answer] = await made.get(maker);
    const here = MADE.exec(answer)?.[1] ?? id;
    hereAt = hereAt.replaceAll(id, here);
    hereIn = hereIn?.replaceAll(id, here);
  }
  return { ...rest, path: hereAt, body: hereIn };
}

/** A digest covers the path (RFC 7616, section 3.4.1), so another path needs another digest. */
function signed({ headers, ...request }, passwords) {
  const [method, path] = [request.method, request.path];
  return { ...request, headers: headers.map((text) => (text.startsWith("Digest ") ? answer(text) : text)) };

  function answer(text) {
    const field = (name) => new RegExp(`[ ,]${name}="?([^",]*)`).exec(text)?.[1] ?? "";
    const md5 = (...parts) => hash("md5", parts.join(":"));
    const user = field("username");
    const secret = md5(user, field("realm"), passwords.get(user) ?? "");
    const response = md5(secret, field("nonce"), field("nc"), field("cnonce"), field("qop"), md5(method, path));
    return text.replace(/uri="[^"]*"/, `uri="${path}"`).replace(/response="[^"]*"/, `response="${response}"`);
  }
}
