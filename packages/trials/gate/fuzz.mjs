// Seeded conversations through a proxy: hostile on one side, or well formed on both.
import { randomOf } from "../safety/random.mjs";
import { changed, drawnAnswer, drawnRequest, parted } from "./drawn.mjs";
import { fromClient, fromServer, patiently } from "./exchange.mjs";

/** Runs the conversation with a number, and returns its result. */
export const drawnConversation = (proxied, seed, number, { idle } = {}) =>
  patiently((patience) => carried(proxied, seed, number, patience), idle);

async function carried({ server, door, answerNext }, seed, number, idle) {
  const random = randomOf(seed * 1_000_003 + number);
  const roll = random();
  if (roll < 0.5) {
    const count = 1 + Math.floor(random() * 3);
    const bytes = Array.from({ length: count }, (_, index) => drawnRequest(random, `${number}.${index}`)).join("");
    const isChanged = roll < 0.35;
    const text = isChanged ? changed(random, bytes) : bytes;
    const result = await fromClient({ door, server, parts: parted(random, text), mustPass: !isChanged, idle });
    return { ...result, side: "client", isChanged, exchanges: count };
  }
  const request = drawnRequest(random, String(number));
  const [method] = request.split(" ");
  const answer = drawnAnswer(random, method);
  const isChanged = roll < 0.85;
  const bytes = isChanged ? changed(random, answer.bytes) : answer.bytes;
  answerNext(`n=${number}`, { bytes, isOver: answer.isOver });
  const result = await fromServer({ door, server, bytes, isOver: answer.isOver, request, method, idle });
  return { ...result, side: "server", isChanged, exchanges: 1 };
}
