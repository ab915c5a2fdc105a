import { expect, it } from "vitest";
import { permissions } from "./permissions.ts";

it.each<[string, readonly (readonly string[] | undefined)[], readonly string[]]>([
  ["nothing said", [undefined, undefined], ["read"]],
  ["a file alone", [["create", "update"], undefined], ["create", "read", "update"]],
  ["a flag alone", [undefined, ["delete"]], ["delete", "read"]],
  ["a flag that narrows a file", [["create", "update", "delete"], ["create"]], ["create", "read"]],
  ["a flag that asks for more than a file", [["create"], ["create", "irreversible"]], ["create", "read"]],
  ["a file that permits nothing", [[], ["create"]], ["read"]],
])("permits what both do: %s", (_name, given, expected) => {
  expect([...permissions(...given)].sort()).toEqual(expected);
});

it("knows no other words", () => {
  expect(() => permissions(["creat"])).toThrow('did you mean "create"?');
});
