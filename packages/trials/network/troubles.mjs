import { setTimeout as pause } from "node:timers/promises";

const limited = (status, retryAfter) => () => ({
  status,
  reason: "",
  rawHeaders: retryAfter === undefined ? [] : [["Retry-After", retryAfter]],
  body: Buffer.from("try again"),
});

/**
 * Troubles of a server, by name: `begin` changes the server once, `answer` handles each later request. A server that
 * `lives` must be judged as if nothing had happened; the others give no more useful answers.
 */
export const TROUBLES = {
  dies: {
    begin: (server) => {
      server.close();
      server.closeAllConnections();
    },
    answer: () => undefined,
  },
  hangs: { answer: () => "silence" },
  refuses: { answer: () => undefined },
  "slows-down": {
    /** It starts gradually, so only requests after the last useful answer count. */
    gradual: true,
    answer: async (request, pass, since) => {
      await pause(Math.min(60_000, 20 * 2 ** (since / 8)));
      return pass(request);
    },
  },
  503: { answer: limited(503) },
  "503-years": { answer: limited(503, "99999999") },
  "503-negative": { answer: limited(503, "-5") },
  "503-garbage": { answer: limited(503, "soon\u00e9") },
  "503-second": { answer: limited(503, "1") },
  "429-years": { answer: limited(429, "99999999") },
  "closes-kept": {
    lives: true,
    begin: (server) => server.on("request", (request, response) => response.once("finish", () => request.socket.end())),
    answer: (request, pass) => pass(request),
  },
  "closes-late": {
    lives: true,
    begin: (server) =>
      server.on("request", ({ socket }, response) =>
        response.once("finish", () => setTimeout(() => socket.end(), Math.random() * 4)),
      ),
    answer: (request, pass) => pass(request),
  },
  "five-connections": {
    lives: true,
    begin: (server) => {
      server.maxConnections = 5;
      server.closeAllConnections();
    },
    answer: (request, pass) => pass(request),
  },
};

/** Starts a trouble in a front after this many requests; `at` is the time of that, in milliseconds since the epoch. */
export function comesOver(trouble, after, serverOf) {
  let seen = 0;
  const state = { at: undefined };
  state.lie = (request, pass) => {
    seen += 1;
    if (seen <= after) return pass(request);
    if (state.at === undefined) {
      state.at = Date.now();
      trouble.begin?.(serverOf());
    }
    return trouble.answer(request, pass, seen - after);
  };
  return state;
}
