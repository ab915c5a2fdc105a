import { expect, it } from "vitest";
import { packed, unpacked } from "./packed.ts";
import type { Taken } from "./taken.ts";

const message = (text: string) => ({
  rawHeaders: ["X-Odd", "\u00e4\ud800"] as const,
  body: Buffer.from(text),
  isCut: false,
});
const taken = (sent: string, said: string): Taken => ({
  method: "POST",
  url: "http://127.0.0.1/a?b=%20",
  request: message(sent),
  status: 200,
  response: message(said),
  startedAt: 1_700_000_000_000.5,
  milliseconds: 0.25,
});

it("takes exchanges to another thread as they are, each with its own bodies", () => {
  const all = [taken("", "größer"), taken("{}", ""), taken("", ""), taken("\u0000a", "b".repeat(100_000))];
  const { heads, bodies } = packed(all);
  expect(unpacked(structuredClone({ heads, bodies }, { transfer: [bodies.buffer] }))).toEqual(all);
});
