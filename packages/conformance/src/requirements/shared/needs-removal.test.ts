import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import { MARK } from "../../ground/mark.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { needsRemoval } from "./needs-removal.ts";

const body = { notifications: [{ typeName: "EMAIL", emailAddress: `${MARK}@example.com` }] };

/**
 * A story on a target that gives this answer to removals and that has kept this many records that the run tried to
 * delete.
 */
async function storyAfter(times: number, removal: () => Exchange) {
  const records = new Map<string, object>();
  const answer = ({ operation, path }: Call): Exchange => {
    switch (operation as OperationId) {
      case "createAlertConfig": {
        const id = `32b6e34b3d91647abb20e7a${records.size}`;
        records.set(id, { id, ...body });
        return exchangeOf(201, records.get(id), "POST");
      }
      case "deleteAlertConfig":
        return removal();
      case "listAlertConfigs":
        return exchangeOf(200, { results: [...records.values()], totalCount: records.size });
      default: {
        const record = records.get(path?.["alertConfigId"] ?? "");
        return record === undefined ? exchangeOf(404) : exchangeOf(200, record);
      }
    }
  };
  const scene = storyOn(answer, { operation: "deleteAlertConfig", isCarried: true });
  const made: Exchange[] = [];
  for (let time = 0; time < times; time += 1) made.push(await scene.story.ask("createAlertConfig", { body }));
  for (const exchange of made) await scene.custody.undoRequest(exchange);
  const judgement = await judgementOf(() =>
    needsRemoval(scene.story, "deleteAlertConfig", "no record by the deleted id"),
  );
  return { judgement, ids: [...records.keys()], ...scene };
}

describe("needsRemoval", () => {
  it("continues if deletes work, or if a single one failed", async () => {
    expect((await storyAfter(0, () => exchangeOf(204, undefined, "DELETE"))).judgement).toBeUndefined();
    expect((await storyAfter(1, () => exchangeOf(403, {}, "DELETE"))).judgement).toBeUndefined();
  });

  it("is broken by an accepted delete without effect, and names the record", async () => {
    const { judgement, ids, shown, calls } = await storyAfter(2, () => exchangeOf(204, undefined, "DELETE"));
    const last = ids.find((id) => JSON.stringify(judgement).includes(id));
    expect(judgement).toEqual({
      kind: "broken",
      expected: "no record by the deleted id",
      received: `${last}, which is shown still after its removal was answered 204 without a body`,
      deciding: { exchange: shown[1]?.id },
    });
    // The removal, and the read that shows the record after it.
    expect(shown.map(({ request }) => request.method)).toEqual(["DELETE", "GET"]);
    expect(ids).toContain(last);
    // The story created no further record.
    expect(calls.filter(({ operation }) => operation === "createAlertConfig")).toHaveLength(2);
  });

  it("is broken by a refused delete, and states its status", async () => {
    const { judgement, shown } = await storyAfter(2, () => exchangeOf(403, { errorCode: "NOT_YOURS" }, "DELETE"));
    expect(judgement).toEqual({
      kind: "broken",
      expected: "2xx for deleteAlertConfig",
      received: "403 NOT_YOURS",
      deciding: { where: "status", exchange: shown[0]?.id },
    });
  });

  it("continues after a 503, which decides nothing", async () => {
    const { judgement } = await storyAfter(2, () => exchangeOf(503, {}, "DELETE"));
    expect(judgement).toBeUndefined();
  });
});
