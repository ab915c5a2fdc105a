// A server before another one: each request is read completely, and `handle` decides what happens to it.
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";

/**
 * `handle({ asked, body, answer, carried })` receives a request with its whole body; `carried(method, path, rawHeaders,
 * body)` sends it to `upstream` and resolves to `{ status, rawHeaders, body }`, with 502 if there is no answer.
 */
export async function openBefore(upstream, handle) {
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  const carried = (method, path, rawHeaders, body) =>
    new Promise((resolve) => {
      const sent = request({ hostname, port, agent, method, path, headers: rawHeaders }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode, rawHeaders: answer.rawHeaders, body: Buffer.concat(chunks) }),
        );
      });
      sent.on("error", () => resolve({ status: 502, rawHeaders: ["Content-Length", "0"], body: Buffer.of() }));
      sent.end(body);
    });
  const server = createServer(async (asked, answer) => {
    const chunks = [];
    asked.on("error", () => {});
    answer.on("error", () => {});
    try {
      for await (const chunk of asked) chunks.push(chunk);
    } catch {
      return;
    }
    await handle({ asked, body: Buffer.concat(chunks), answer, carried });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
