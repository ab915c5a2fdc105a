import { expect, it } from "vitest";
import { formOf } from "./traffic-form.ts";

it.each([
  ['{"log":{"entries":[]}}', "archive"],
  [' {\n "comment": "a", "log": {', "archive"],
  ['{"$schema":"x","meta":{"request":{}},"log":{}}', "archive"],
  ['{"info":{"name":"a"},"item":[]}', "collection"],
  ['{"variable":[],"auth":{"type":"digest"},"item":[', "collection"],
  ['{"collection":{"info":{}}}', "collection"],
  ['{"id":"a","name":"b","order":[],"requests":[]}', "old-collection"],
  ['{"type":"run","format":1}\n{"type":"plan"}', "lines"],
  ['{"startedDateTime":"x","request":{}}', "lines"],
  ['{"id":"x1","at":0,"request":{}}', "lines"],
  ['{"a":1}\n{"log":{}}', "lines"],
  ['{"a":"\\"log\\":"}', "lines"],
  ["{}", undefined],
  ["[]", undefined],
  ["GET / HTTP/1.1", undefined],
  ["", undefined],
])("tells the form of %j", (head, form) => {
  expect(formOf(head)).toBe(form);
});

it("walks over a beginning once, whatever it is cut off in", () => {
  const before = performance.now();
  expect(formOf(`{"time":1,"response":"${'\\"a'.repeat(60_000)}`)).toBe("lines");
  expect(formOf(`{"time":1,"response":"${'{\\"'.repeat(60_000)}`)).toBe("lines");
  expect(performance.now() - before).toBeLessThan(1_000);
});
