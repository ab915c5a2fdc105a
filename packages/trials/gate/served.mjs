// The project's own servers, each under attack by hostile callers.

import { statusOf } from "./front.mjs";
import { hostileCallers } from "./hostile-callers.mjs";
import { readAnswer } from "./strict.mjs";
import { converse } from "./talk.mjs";

const CLOSED = "closed";

/**
 * Milliseconds without a byte after which a server counts as waiting, and the longer time before that counts as wrong,
 * because the machine may be busy.
 */
const IDLE = 1_000;
const IDLE_WHERE_WRONG = 15_000;

/** The reaction of a server to bytes: a status, "closed" or "waits". */
async function outcomeOf(port, bytes, idle) {
  const isEnough = (text) => readAnswer(text, "GET", false).kind === "message";
  const { text, how } = await converse({ port, isTls: false }, [bytes], isEnough, { idle });
  const read = readAnswer(text, bytes.startsWith("HEAD") ? "HEAD" : "GET", how === "over");
  if (read.kind === "message") return read.status;
  return read.kind === "fault" ? `no answer: ${read.why}` : how === "over" ? CLOSED : "waits";
}

/**
 * Attacks a server at `url`. `good` is a path with a valid answer for `headers`, and `stands` tells whether the server
 * still runs.
 */
export async function callHostile(name, { url, token, good, headers, stands }, onTried) {
  const { port, host } = new URL(url);
  for (const { name: attack, bytes, right } of hostileCallers[name]) {
    const sent = bytes.replaceAll("{host}", host).replaceAll("{token}", token);
    const first = await outcomeOf(Number(port), sent, IDLE);
    const isLate = first === "waits" && !right.includes(first);
    const outcome = isLate ? await outcomeOf(Number(port), sent, IDLE_WHERE_WRONG) : first;
    const status = await statusOf(new URL(good, url), headers);
    onTried({
      side: name,
      name: attack,
      outcome,
      problems: [
        ...(right.includes(outcome) ? [] : [`expected ${right.join(" or ")}`]),
        ...(status === 200 && stands() ? [] : ["a good request is not answered afterwards"]),
      ],
    });
  }
}
