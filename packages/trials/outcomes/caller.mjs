// A client of raw requests over node:http that implements digest credentials, and reports when an outcome is unknown.
import { hash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";

const md5 = (...parts) => hash("md5", parts.join(":"));
const SECONDS = 20;
const GATEWAY = [502, 503, 504];

/**
 * `send` resolves to `{ status, text, json }`, or to `{ error }`; `isUnknown` marks results that do not show the
 * outcome. The optional `request` is a fetch function that sends instead.
 */
export function openCaller({ key, bearer, onSent = () => {}, request: fetch }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let challenge;
  let count = 0;

  const digest = (method, path) => {
    count += 1;
    const nc = count.toString(16).padStart(8, "0");
    const cnonce = randomBytes(8).toString("hex");
    const { realm, nonce } = challenge;
    const response = md5(md5(key.username, realm, key.password), nonce, nc, cnonce, "auth", md5(method, path));
    const texts = { username: key.username, realm, nonce, uri: path, cnonce, response };
    const quoted = Object.entries(texts).map(([name, text]) => `${name}="${text}"`);
    return `Digest ${quoted.join(", ")}, qop=auth, nc=${nc}, algorithm=MD5`;
  };

  const fetched = async (method, url, { accept, body, authorization }) => {
    onSent();
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const headers = {
      ...(accept !== undefined && { accept }),
      ...(text !== undefined && { "content-type": "application/json" }),
      ...(authorization !== undefined && { authorization }),
    };
    try {
      const answer = await fetch(url, { method, headers, body: text });
      const said = await answer.text();
      const isUnknown = GATEWAY.includes(answer.status);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: said,
        json: parsed(said),
        isUnknown,
      };
    } catch (error) {
      return { error: String(error.cause?.code ?? error.message), isUnknown: true };
    }
  };

  const sent = (method, url, { accept, body, headers = {}, authorization }) =>
    new Promise((resolve) => {
      onSent();
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      const fields = {
        ...(accept !== undefined && { accept }),
        ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        ...(authorization !== undefined && { authorization }),
        ...headers,
      };
      const asked = request(url, { method, agent, headers: fields, timeout: SECONDS * 1_000 });
      asked.on("timeout", () => asked.destroy(new Error("timeout")));
      asked.on("error", (error) => resolve({ error: String(error.code ?? error.message), isUnknown: true }));
      asked.on("response", (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", (error) => resolve({ error: String(error.code), isUnknown: true }));
        answer.on("end", () => {
          const said = Buffer.concat(chunks).toString("utf8");
          const isUnknown = GATEWAY.includes(answer.statusCode);
          resolve({ status: answer.statusCode, headers: answer.headers, text: said, json: parsed(said), isUnknown });
        });
      });
      asked.end(text);
    });

  const once = fetch === undefined ? sent : fetched;
  return {
    once,
    async send(method, url, given) {
      const path = url.slice(new URL(url).origin.length);
      const authorized = () => {
        if (bearer !== undefined) return { ...given, authorization: `Bearer ${bearer()}` };
        return challenge === undefined ? given : { ...given, authorization: digest(method, path) };
      };
      let answer = await once(method, url, authorized());
      for (let tries = 0; answer.status === 401 && bearer === undefined && tries < 3; tries += 1) {
        const field = (name) => new RegExp(`${name}="([^"]*)"`).exec(answer.headers["www-authenticate"] ?? "")?.[1];
        if (field("nonce") === undefined) return answer;
        challenge = { realm: field("realm"), nonce: field("nonce") };
        count = 0;
        answer = await once(method, url, authorized());
      }
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
