import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { expect, test } from "vitest";
import type { Mount } from "../decisions/mount.ts";
import { Router } from "./router.ts";

const contract = bindContract(neutral);
const mount = (id: OperationId, method: string, path: string): Mount => ({
  id,
  operation: contract.operation(id),
  version: "1.0",
  method,
  path,
});
const router = new Router([
  mount("getAlert", "GET", "/a/{alertId}"),
  mount("listMatcherFieldNames", "GET", "/a/names"),
  mount("getAlertConfig", "GET", "/a/{alertConfigId}/b"),
  mount("deleteAlertConfig", "DELETE", "/a/{alertConfigId}/b"),
]);

test.each([
  ["/a/names", "listMatcherFieldNames", {}],
  ["/a/name", "getAlert", { alertId: "name" }],
  ["/a/%7B%2F", "getAlert", { alertId: "%7B%2F" }],
  // A literal without a matching route does not hide the parameter at the same place.
  ["/a/names/b", "getAlertConfig", { alertConfigId: "names" }],
] as const)("GET %s is %s", (path, id, captured) => {
  const routing = router.find("GET", path);
  expect(routing).toMatchObject({ kind: "found", mount: { id } });
  if (routing.kind === "found") expect(Object.fromEntries(routing.captured)).toEqual(captured);
});

test.each(["", "a/names", "/", "/a", "/a/", "/a//b", "/a/names/", "/A/names", "/a/x/b/c", "*"])(
  "%s is nothing",
  (path) => {
    expect(router.find("GET", path)).toEqual({ kind: "nothing" });
  },
);

test("a path that has other methods names them", () => {
  const routing = router.find("PUT", "/a/x/b");
  expect(routing.kind === "other-methods" && routing.mounts.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
});
