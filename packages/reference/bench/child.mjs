import { once } from "node:events";
import { createServer } from "node:http";
import { startReference } from "@plumbline/reference";

const [settings] = await once(process, "message");
process.send(settings.kind === "bare" ? await bare(settings) : await reference(settings));
process.on("message", (question) => {
  if (question === "time") {
    const { user, system } = process.cpuUsage();
    process.send(user + system);
  } else {
    globalThis.gc();
    process.send(process.memoryUsage().heapUsed);
  }
});
process.on("disconnect", () => process.exit(0));

async function reference({ dataFolder, secrets }) {
  const started = await startReference({ seed: 1, secrets, ...(dataFolder && { dataFolder }) });
  const { url, contract, world, keys } = started;
  const path = (id, version = "2") => {
    const route = contract.route(id, version);
    return { method: route.method, path: route.path, accept: route.accept };
  };
  const routes = Object.fromEntries(
    ["getAlertConfig", "createAlertConfig", "setAlertConfigEnabled", "listAlertConfigs", "listAlerts"].map((id) => [
      id,
      path(id),
    ]),
  );
  return { url, world, keys, routes };
}

/** Reads the body, if there is one, and always answers the same bytes. */
async function bare({ text, mediaType }) {
  const body = Buffer.from(text);
  const server = createServer((request, response) => {
    request.on("data", () => {});
    request.on("end", () => {
      response.writeHead(200, { "Content-Type": mediaType, "Content-Length": body.length });
      response.end(text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}` };
}
