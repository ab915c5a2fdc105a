// A front before the server: it forwards every request unchanged, records it, and may lie about the answer.
import { once } from "node:events";
import { Agent, createServer, request as send } from "node:http";
import { operationAt } from "./interface.mjs";

const MOST_BODY = 16 * 1024 * 1024;
/** Limit of each recorded body, in bytes. */
const MOST_NOTED = 8 * 1024;

/**
 * A front of the server at `url`. A `lie` receives a request and `pass`, which forwards it to the server, and returns
 * the answer: `undefined` closes the connection, `"silence"` never answers, and a function writes the answer itself.
 * Without a lie, the front changes nothing.
 */
export async function openFront(url, lie = (request, pass) => pass(request)) {
  const to = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const log = [];
  const waiting = new Set();
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 30_000 }, (incoming, outgoing) => {
    const serving = serve(incoming, outgoing).catch(() => outgoing.destroy());
    waiting.add(serving);
    serving.finally(() => waiting.delete(serving));
  });

  async function serve(incoming, outgoing) {
    const body = await bodyOf(incoming);
    // No server carries out an incomplete request.
    if (body === undefined) return outgoing.destroy();
    const { method, url: target, rawHeaders } = incoming;
    const path = target.split("?")[0];
    const { id, values } = operationAt(method, path) ?? {};
    const request = { method, target, path, rawHeaders, body, operation: id, values };
    const by = incoming.headers["x-plumbline-check"];
    const note = { at: Date.now(), by, method, target, path, operation: id, values, asked: noted(body), passed: [] };
    log.push(note);
    const pass = async (asked) => {
      const answer = await forward(asked);
      note.passed.push({ method: asked.method, path: asked.path, status: answer.status, answer: noted(answer.body) });
      return answer;
    };
    const answer = await lie(request, pass);
    if (answer === undefined) return outgoing.destroy();
    if (answer === "silence") return once(outgoing, "close");
    if (typeof answer === "function") return answer(outgoing);
    note.status = answer.status;
    note.told = noted(answer.body);
    const bodiless = method === "HEAD" || answer.status === 204 || answer.status === 304;
    const kept = answer.rawHeaders.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name));
    const length = bodiless ? [] : [["Content-Length", String(answer.body.length)]];
    outgoing.writeHead(answer.status, answer.reason, [...kept, ...length].flat());
    outgoing.end(bodiless ? undefined : answer.body);
  }

  function forward({ method, target, rawHeaders, body }) {
    return new Promise((resolve, reject) => {
      const headers = rawHeaders.filter(
        (_text, at) => !/^(connection|transfer-encoding|content-length|expect)$/i.test(rawHeaders[at - (at % 2)]),
      );
      if (body.length > 0) headers.push("Content-Length", String(body.length));
      const asked = send({ host: to.hostname, port: to.port, agent, method, path: target, headers, setHost: false });
      asked.on("error", reject);
      asked.on("response", async (answered) => {
        const { statusCode: status, statusMessage: reason } = answered;
        resolve({
          status,
          reason,
          rawHeaders: pairs(answered.rawHeaders),
          body: (await bodyOf(answered)) ?? Buffer.of(),
        });
      });
      asked.end(body);
    });
  }

  server.on("clientError", (_error, socket) => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    log,
    server,
    /** Resolves when every received request has been carried out: a killed caller leaves requests behind. */
    async settled() {
      for (let quiet = 0; quiet < 3; quiet = waiting.size === 0 ? quiet + 1 : 0)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

const noted = (body) => body.subarray(0, MOST_NOTED).toString("utf8");
const pairs = (flat) => flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : []));

async function bodyOf(stream) {
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      if (length > MOST_BODY) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
