import { createServer, request as httpRequest } from "node:http";

/** Stands in front of a reference and takes one member out of each body of one operation; `told()` is how often it did. */
export async function liar(reference, { operation, member }) {
  const routes = reference.contract.operation(operation).routes.map(({ method, path }) => ({
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
  let told = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      const [path] = incoming.url.split("?");
      let body = Buffer.concat(chunks);
      if (routes.some((route) => route.method === incoming.method && route.path.test(path))) {
        const lied = without(body, member.split("."));
        if (lied !== undefined && incoming.headers.authorization !== undefined) {
          told += 1;
          body = lied;
        }
      }
      const headers = { ...incoming.headers };
      if (chunks.length > 0) headers["content-length"] = String(body.length);
      const { hostname, port } = new URL(reference.url);
      const asked = httpRequest({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      });
      asked.on("error", () => outgoing.destroy());
      asked.end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    told: () => told,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A body without the member, where it has it. */
function without(bytes, path) {
  let value;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
  return removed(value, path) ? Buffer.from(JSON.stringify(value)) : undefined;
}

function removed(value, [name, ...rest]) {
  if (typeof value !== "object" || value === null) return false;
  if (name === "*") return Object.values(value).filter((inner) => removed(inner, rest)).length > 0;
  if (!Object.hasOwn(value, name)) return false;
  if (rest.length > 0) return removed(value[name], rest);
  delete value[name];
  return true;
}
