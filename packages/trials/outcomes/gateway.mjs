// A gateway before a correct server that lies about outcomes: its answer does not show whether a request was carried
// out.
import { setTimeout as pause } from "node:timers/promises";
import { pick } from "../safety/random.mjs";
import { openBefore } from "./before.mjs";

const BODIES = [
  (status) => ["text/html", `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`],
  () => ["text/plain", ""],
  (status) => ["application/json", JSON.stringify({ message: "upstream request timeout", code: status })],
  (status) => ["application/json", JSON.stringify({ detail: "no healthy upstream", error: status, reason: "Gateway" })],
];
const REPEATABLE = ["GET", "PUT", "DELETE"];

/**
 * The possible troubles of a request. Each receives `pass`, which sends it to the server, and `say`, which answers the
 * client.
 */
const TROUBLES = {
  /** Carried out, and answered by the gateway itself. */
  async swallowed({ pass, say, own }) {
    await pass();
    say(own);
  },
  /** Carried out, and the connection is reset. */
  async reset({ pass, drop }) {
    await pass();
    drop();
  },
  /** Answered at once, and carried out up to two seconds later. */
  async late({ pass, say, own, random }) {
    say({ ...own, status: 504 });
    await pause(random() * 2_000);
    await pass();
  },
  /** Never carried out. */
  async refused({ say, own }) {
    say(own);
  },
  /** Carried out twice; the client sees only the second answer. */
  async repeated({ pass, say, method, random }) {
    const first = await pass();
    if (!REPEATABLE.includes(method)) return say(first);
    if (random() < 0.7) await pause(random() * 500);
    return say(await pass());
  },
  /** Carried out and answered late, so that others overtake it in both directions. */
  async overtaken({ pass, say, random }) {
    await pause(random() * 400);
    const answer = await pass();
    await pause(random() * 600);
    say(answer);
  },
};

/**
 * Opens the gateway before `upstream`. One of `writes` writes and one of `reads` reads gets a trouble; 0 means never.
 * `only` selects the troubles; `settled` waits for requests in progress.
 */
export async function openGateway(upstream, { random, writes = 6, reads = 20, only = Object.keys(TROUBLES) }) {
  const troubled = new Map();
  const underWay = new Set();

  const { url, close } = await openBefore(upstream, async ({ asked, body, answer, carried }) => {
    const pass = () => carried(asked.method, asked.url, asked.rawHeaders, body);
    const say = ({ status, rawHeaders, body: said }) => {
      if (answer.destroyed) return;
      answer.writeHead(status, rawHeaders);
      answer.end(said);
    };
    const drop = () => asked.socket.resetAndDestroy();
    const isWrite = asked.method !== "GET";
    const rate = isWrite ? writes : reads;
    const hit = rate > 0 && random() < 1 / rate;
    if (!hit) return say(await pass());
    const name = pick(random, only);
    const status = pick(random, [502, 503, 504]);
    const [type, text] = pick(random, BODIES)(status);
    const length = String(Buffer.byteLength(text));
    const own = { status, rawHeaders: ["Content-Type", type, "Content-Length", length], body: text };
    troubled.set(name, (troubled.get(name) ?? 0) + 1);
    const done = TROUBLES[name]({ pass, say, drop, own, random, method: asked.method });
    underWay.add(done);
    await done;
    underWay.delete(done);
  });
  return { url, close, troubled, settled: () => Promise.all(underWay) };
}

export const TROUBLE_NAMES = Object.keys(TROUBLES);
