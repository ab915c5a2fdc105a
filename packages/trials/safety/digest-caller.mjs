// Sends requests without any of the tested code: an inventory must not share its mistakes.
import { hash, randomBytes } from "node:crypto";
import { Pool } from "undici";

const md5 = (...parts) => hash("md5", parts.join(":"));

/**
 * A caller with one key; `send` resolves to `{ status, text, json }`, and repeats a request when its nonce is stale.
 */
export function callerOf(url, { username, password }) {
  const pool = new Pool(url, { connections: 8 });
  let challenge;
  let count = 0;
  const authorization = (method, path) => {
    if (challenge === undefined) return {};
    const { realm, nonce } = challenge;
    count += 1;
    const nc = count.toString(16).padStart(8, "0");
    const cnonce = randomBytes(8).toString("hex");
    const response = md5(md5(username, realm, password), nonce, nc, cnonce, "auth", md5(method, path));
    const texts = { username, realm, nonce, uri: path, cnonce, response };
    const quoted = Object.entries(texts).map(([name, text]) => `${name}="${text}"`);
    return { authorization: `Digest ${quoted.join(", ")}, qop=auth, nc=${nc}, algorithm=MD5` };
  };
  const once = async (method, path, accept, json) => {
    const headers = { accept, ...authorization(method, path), ...(json && { "content-type": "application/json" }) };
    const asked = { method, path, headers, body: json && JSON.stringify(json) };
    const { statusCode, headers: answered, body } = await pool.request(asked);
    return { status: statusCode, headers: answered, text: await body.text() };
  };
  const learn = (headers) => {
    const [text] = [headers["www-authenticate"]].flat();
    const field = (name) => new RegExp(`${name}="([^"]*)"`).exec(text ?? "")?.[1];
    challenge = { realm: field("realm"), nonce: field("nonce") };
    count = 0;
  };
  return {
    async send(method, path, accept, json) {
      let answer = await once(method, path, accept, json);
      for (let tries = 0; answer.status === 401 && tries < 3; tries += 1) {
        learn(answer.headers);
        answer = await once(method, path, accept, json);
      }
      return { status: answer.status, text: answer.text, json: parsed(answer.text) };
    },
    close: () => pool.destroy(),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
