import { describe, expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { takenAtOnce } from "./taken-at-once.ts";

const ID = (number: number): string => `32b6e34b3d91647abb20e7b${number}`;

/** Runs the story on a server that takes so many snapshots at a time; with `waits` the others wait in a queue. */
async function told({ room, waits = false }: { readonly room: number; readonly waits?: boolean }) {
  const made: { readonly id: string; looks: number }[] = [];
  const statusOf = (id: string): string => {
    const under = made.filter(({ looks }) => looks < LOOKS).slice(0, room);
    const own = made.find((one) => one.id === id);
    if (own === undefined || own.looks >= LOOKS) return "completed";
    return under.includes(own) ? "inProgress" : "queued";
  };
  const answer = (call: Call) => {
    if (call.operation === "takeSnapshot") {
      if (made.length >= room && !waits) return exchangeOf(409, { errorCode: "SNAPSHOT_IN_PROGRESS" });
      made.push({ id: ID(made.length), looks: 0 });
      return exchangeOf(200, { id: ID(made.length - 1), status: "queued" });
    }
    const id = call.path?.["snapshotId"] ?? "";
    const status = statusOf(id);
    for (const one of made) if (statusOf(one.id) === "inProgress") one.looks += 1;
    return exchangeOf(200, { id, status });
  };
  const { story, calls } = storyOn(answer, {
    operation: "takeSnapshot",
    fixtures: { groupId: ID(8), clusterName: "one" },
    isCarried: true,
  });
  let came: unknown;
  const stopped = await judgementOf(async () => {
    came = await takenAtOnce(story);
  });
  return { came, stopped, sent: calls.filter(({ operation }) => operation === "takeSnapshot").length };
}

/** The number of reads until a snapshot is complete. */
const LOOKS = 20;

describe("takenAtOnce", () => {
  it("accepts one snapshot and one refusal", async () => {
    const { came, stopped, sent } = await told({ room: 1 });
    expect(stopped).toBeUndefined();
    expect(came).toMatchObject({ response: { status: 200 } });
    expect(sent).toBe(2);
  });

  it("accepts a second snapshot that waits in a queue", async () => {
    expect((await told({ room: 1, waits: true })).came).toMatchObject({ response: { status: 200 } });
  });

  it("is broken by two snapshots in progress at the same time", async () => {
    expect((await told({ room: 2 })).came).toMatchObject({ kind: "broken", received: "both of them inProgress" });
  });
});
