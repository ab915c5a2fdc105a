// Runs hostile clients and servers against a proxy before a server of raw bytes, and judges each alone.
import { fromClient, fromServer, patiently } from "./exchange.mjs";
import { statusOf } from "./front.mjs";
import { hostileClients } from "./hostile-clients.mjs";
import { hostileServers } from "./hostile-servers.mjs";
import { startRawServer } from "./talk.mjs";

const plain = ({ method }) => ({
  bytes: `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${method === "HEAD" ? "" : "ok"}`,
  isOver: false,
});

/** `open(url)` starts a proxy before a server and returns its address; `close` ends the server. */
export async function openProxied(open) {
  let next;
  const server = await startRawServer((request) => {
    return next !== undefined && request.target.endsWith(next.target) ? next.answer : plain(request);
  });
  const url = new URL(await open(server.url));
  const door = { port: Number(url.port), isTls: url.protocol === "https:" };
  /** Sets the answer for requests whose target has this end; late requests may have others. */
  const answerNext = (target, answer) => {
    next = { target, answer };
  };
  return { server, door, url, answerNext, close: server.close };
}

/** Tries each hostile client and server; `onTried` receives the side, name, result and problems of each. */
export async function tryHostile({ server, door, url, answerNext }, onTried, { idle: patience } = {}) {
  const tried = async (side, name, result) => {
    const isGood = (await statusOf(new URL("/good", url))) === 200;
    const problems = [...result.problems, ...(isGood ? [] : ["a good request is not answered afterwards"])];
    onTried({ side, name, outcome: result.outcome, problems });
  };
  for (const { name, ...how } of hostileClients)
    await tried("client", name, await patiently((idle) => fromClient({ ...how, door, server, idle }), patience));
  for (const { name, ...how } of hostileServers) {
    const target = `/a?${encodeURIComponent(name)}`;
    const request = `${how.method} ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const attempt = (idle) => {
      answerNext(target, how);
      return fromServer({ ...how, request, door, server, idle });
    };
    await tried("server", name, await patiently(attempt, patience));
  }
}
