import { expect, it } from "vitest";
import { namesOwners } from "./labels-agree.ts";

const cluster = (name: string, host: string) => ({ name, connectionStrings: { standard: `engine://${host}` } });
const element = (label: string, target: string) => ({ targets: [target], labels: { cluster_name: label } });

it("namesOwners is broken if an element names another cluster than that of its host", () => {
  const clusters = [cluster("one", "a.example.net:27017"), cluster("two", "b.example.net:27017")];
  expect(namesOwners([element("two", "a.example.net:27018")], clusters)).toMatchObject({
    kind: "broken",
    expected: expect.stringContaining('"one"'),
  });
  expect(namesOwners([element("one", "a.example.net:27018")], clusters)).toMatchObject({ kind: "holds" });
});

it("namesOwners holds for each of several clusters on one host, and for no other", () => {
  const here = [cluster("one", "localhost:27017"), cluster("two", "localhost:27027")];
  expect(namesOwners([element("one", "localhost:9100"), element("two", "localhost:9101")], here)).toMatchObject({
    kind: "holds",
  });
  const clusters = [...here, cluster("three", "c.example.net:27017")];
  expect(namesOwners([element("three", "localhost:9100")], clusters)).toMatchObject({
    kind: "broken",
    expected: expect.stringContaining('"one" or "two"'),
  });
});
