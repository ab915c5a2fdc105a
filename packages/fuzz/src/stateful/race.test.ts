import type { Exchange } from "@plumbline/client";
import type { Call } from "@plumbline/conformance";
import { expect, it } from "vitest";
import { race } from "./race.ts";

const BODY = "{}";
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** A server that allows `room` snapshots at a time; `notedLater` delays the moment at which it registers one. */
function shelf(room: number, notedLater: boolean) {
  const standing = new Set<string>();
  let made = 0;
  const answer = (status: number, json: unknown): Exchange =>
    ({ id: `x${++made}`, response: { status, headers: [], json, body: JSON.stringify(json) } }) as unknown as Exchange;
  const take = async (): Promise<Exchange> => {
    await soon();
    if (standing.size >= room) return answer(409, { errorCode: "SNAPSHOT_IN_PROGRESS" });
    if (notedLater) await soon();
    const id = `s${++made}`;
    standing.add(id);
    return answer(200, { id, status: "queued" });
  };
  return {
    standing,
    ask: async ({ operation, path }: Call): Promise<Exchange> =>
      operation === "takeSnapshot" ? take() : answer(200, { id: path?.["snapshotId"], status: "queued" }),
    giveBack: async ({ response }: Exchange): Promise<void> => {
      const { json } = response as { readonly json: { readonly id?: string } };
      if (json.id !== undefined) standing.delete(json.id);
    },
  };
}

it.each([
  ["room for one", 1, false, "explained"],
  ["room for two", 2, false, "unclear"],
  ["room for any number", 9, false, "unclear"],
  ["room for one that is checked too early", 1, true, "broken"],
] as const)("race for snapshots on a server with %s", async (_what, room, notedLater, kind) => {
  const server = shelf(room, notedLater);
  const raced = await race(server, "2", BODY);
  expect(raced.kind).toBe(kind);
  expect(raced.evidence.length).toBeGreaterThanOrEqual(3);
  expect(server.standing.size).toBe(0);
});
