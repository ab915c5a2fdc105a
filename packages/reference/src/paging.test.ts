import { expect, test } from "vitest";
import { idsOf } from "./caller.test-support.ts";
import { memberIn } from "./json.test-support.ts";
import { running } from "./running.test-support.ts";

const caller = await running();
const { world } = caller.reference;
const page = (query: string) => caller.call("listAlertConfigs", { query });

test.each([1, 7, 50, 130, 500])("a walk in pages of %i meets every record once, in one order", async (size) => {
  const wanted = world.alertConfigIds;
  const pages = Math.min(Math.ceil(wanted.length / size), 20);
  const seen = await Promise.all(
    Array.from({ length: pages }, (_, index) => page(`itemsPerPage=${size}&pageNum=${index + 1}`).then(idsOf)),
  );
  expect(seen.flat()).toEqual(wanted.slice(0, pages * size));
});

test("a page holds a hundred records unless told otherwise, and counts the whole list", async () => {
  const plain = await page("");
  expect(idsOf(plain)).toHaveLength(100);
  expect(memberIn(plain.json, "totalCount")).toBe(world.alertConfigIds.length);
  expect((await page("itemsPerPage=100&pageNum=1&includeCount=true")).text).toBe(plain.text);
  expect(memberIn((await page("includeCount=false")).json, "totalCount")).toBeUndefined();
});

test("beyond the end there is nothing, and that is no error", async () => {
  for (const number of ["3", "9007199254740993", "1".repeat(400)]) {
    const reply = await page(`pageNum=${number}`);
    expect([reply.status, idsOf(reply)]).toEqual([200, []]);
    expect(memberIn(reply.json, "totalCount")).toBe(world.alertConfigIds.length);
  }
});

test("a seed decides the ids", async () => {
  const [same, other] = [await running({ seed: 1 }), await running({ seed: 2 })];
  expect(same.reference.world).toEqual(world);
  expect(other.reference.world.projectId).not.toBe(world.projectId);
});

test("an envelope holds the plain body and the status, also of a refusal", async () => {
  const plain = await page("itemsPerPage=2");
  expect((await page("itemsPerPage=2&envelope=true")).json).toEqual({ status: 200, content: plain.json });
  const refused = await page("itemsPerPage=0&envelope=true");
  expect([refused.status, memberIn(refused.json, "status"), memberIn(refused.json, "content", "error")]).toEqual([
    400, 400, 400,
  ]);
});

test("pretty indents by two and changes nothing else", async () => {
  const [plain, pretty] = [await page("itemsPerPage=2"), await page("itemsPerPage=2&pretty=true")];
  expect(plain.text).not.toContain("\n");
  expect(pretty.text).toBe(JSON.stringify(plain.json, null, 2));
});
