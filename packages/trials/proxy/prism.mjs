// A real Prism as a proxy, before a server that repeats recorded answers: each answer passes Prism unchanged.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request as send } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NUMBER = "x-plumbline-exchange";
/** Headers of the connection or the coding, which belong to the replay itself. */
const OWN = /^(connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/i;

/**
 * Judges answers by the document. Prism as a proxy parses and serialises bodies and queries, so a digest over the
 * query, a body that is not JSON and the layout of an answer would be lost. It judges only the answer, so only the
 * answer is sent through it. `judge` returns `"elsewhere"` for requests that are no operation of the document,
 * `"unsent"` for those that Prism cannot handle, and otherwise the violations in its header.
 */
export async function openPrismProxy(document) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const said = new Map();
  let next = 0;
  // Prism keeps its connections open, and does not retry when one was closed.
  const upstream = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
    const { status, headers, body } = said.get(incoming.headers[NUMBER]);
    incoming.resume();
    outgoing.writeHead(status, headers.filter(([name]) => !OWN.test(name)).flat());
    outgoing.end(status === 204 || status === 304 ? undefined : body);
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const { port } = upstream.address();
  const prism = await startProxy(document, `http://127.0.0.1:${port}`);
  const to = new URL(prism.url);

  async function judge({ method, path, status, headers, body }) {
    // Prism does not forward 501, and exits when a path is not valid percent-encoding.
    if (status === 501 || !isEncoded(path)) return "unsent";
    next += 1;
    const number = String(next);
    said.set(number, { status, headers, body });
    const options = { host: to.hostname, port: to.port, agent, method, path, headers: { [NUMBER]: number } };
    // Prism may close a kept connection at the moment of its use.
    const answer = await asked(options).catch(() => asked(options));
    said.delete(number);
    return violationsIn(answer, status);
  }

  async function close() {
    agent.destroy();
    await prism.close();
    upstream.closeAllConnections();
    upstream.close();
  }
  return { judge, close };
}

async function asked(options) {
  const request = send(options);
  request.end();
  const [answer] = await once(request, "response");
  answer.resume();
  await once(answer, "end");
  return answer;
}

/**
 * A separate Prism before the server at `upstream`. It forwards invalid requests and answers too, and reports the
 * violations.
 */
export async function startProxy(document, upstream) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-proxy-"));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const program = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
  const args = [program, "proxy", "-h", "127.0.0.1", "-p", "0", "--validate-request=false", file, upstream];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const url = await addressPrinted(child, ended);
  const close = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, close };
}

function violationsIn({ statusCode, headers }, status) {
  const told = headers["sl-violations"];
  if (told === undefined)
    return statusCode === status ? [] : [{ pointer: "", keyword: "proxy", text: `Prism itself answers ${statusCode}` }];
  return violationsTold(told);
}

/** The violations in Prism's header about the answer: `"elsewhere"` if the document has no such operation. */
export function violationsTold(told) {
  let all;
  try {
    all = JSON.parse(told);
  } catch {
    return [{ pointer: "", keyword: "many", text: told.slice(0, 200) }];
  }
  if (all.some(({ message }) => message === "Selected route not found")) return "elsewhere";
  return all
    .filter(({ location }) => location[0] === "response")
    .map(({ location, code, message }) => ({
      pointer: `/${location.slice(2).join("/")}`.replace(/^\/$/, ""),
      keyword: String(code ?? "status"),
      text: message,
    }));
}

function isEncoded(path) {
  try {
    return decodeURIComponent(path) !== undefined;
  } catch {
    return false;
  }
}

function addressPrinted(child, ended) {
  return new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk) => {
      printed = (printed + chunk.toString()).slice(-2_000);
      const [, found] = /listening on (http:\/\/[\d.:]+)/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    ended.then(() => reject(new Error(`Prism ended: ${printed}`)));
  });
}
