// Starts the program in a separate process, and checks whether it still runs.
import { request } from "node:http";
import { request as requestTls } from "node:https";
import { startProgram } from "../safety/program.mjs";

/** Starts a command and waits for its addresses. */
export async function startFront(args, { addresses = 1, environment = {} } = {}) {
  const program = startProgram(args, { environment });
  const urls = () => program.said().match(/https?:\/\/127\.0\.0\.1:\d+[^\s"]*/g) ?? [];
  let isEnded = false;
  const ended = program.ended.then((code) => {
    isEnded = true;
    return code;
  });
  for (let waits = 0; urls().length < addresses; waits += 1) {
    if (isEnded || waits > 1_000) throw new Error(`the program did not start: ${program.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    urls: urls(),
    said: () => program.said(),
    stands: () => !isEnded,
    end: () => {
      program.kill("SIGINT");
      return ended;
    },
  };
}

/** The status of a valid request on a separate connection, with any certificate; 0 without an answer. */
export function statusOf(url, headers = {}) {
  return new Promise((resolve) => {
    const ask = new URL(url).protocol === "https:" ? requestTls : request;
    ask(url, { agent: false, headers, timeout: 5_000, rejectUnauthorized: false }, (answer) => {
      answer
        .resume()
        .on("end", () => resolve(answer.statusCode))
        .on("error", () => resolve(0));
    })
      .on("error", () => resolve(0))
      .on("timeout", function () {
        this.destroy();
      })
      .end();
  });
}
