import { atlas, bindContract, fillPath, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { addressOf } from "./address.ts";
import { Recogniser } from "./recogniser.ts";

const ID = "32b6e34b3d91647abb20e7b8";

it.each([neutral, atlas])("Recogniser recognizes every route of the $name profile, with its parameters", (profile) => {
  const contract = bindContract(profile);
  const recogniser = new Recogniser(contract);
  const routes = contract.operations.flatMap(({ id, routes }) => routes.map((route) => ({ id, route })));
  expect(routes.length).toBeGreaterThan(70);
  for (const { id, route } of routes) {
    const found = recogniser.find(
      route.method,
      fillPath(route.path, () => ID),
    );
    expect(found, `${route.method} ${route.path}`).toMatchObject({ operation: id, route });
    expect(Object.values(found?.captured ?? {}).every((value) => value === ID)).toBe(true);
  }
});

it("Recogniser rejects another method, another path, and an empty id", () => {
  const recogniser = new Recogniser(bindContract(neutral));
  const [route] = bindContract(neutral).operation("getAlert").routes;
  const path = fillPath(route?.path ?? "", () => ID);
  expect(recogniser.find("GET", path)?.operation).toBe("getAlert");
  expect(recogniser.find("PUT", path)).toBeUndefined();
  expect(recogniser.find("GET", `${path}/more`)).toBeUndefined();
  expect(recogniser.find("GET", path.replace(ID, ""))).toBeUndefined();
  expect(recogniser.find("GET", path.toUpperCase())).toBeUndefined();
});

it("Recogniser finds the base URL of a server below a path prefix", () => {
  const contract = bindContract(neutral);
  const recogniser = new Recogniser(contract);
  const path = fillPath(contract.route("listAlerts", "2")?.path ?? "", () => ID);
  const address = addressOf(`HTTP://Example.com:80/emulator/one${path}?pageNum=2`);
  expect(address).toEqual({ origin: "http://example.com", path: `/emulator/one${path}`, query: "pageNum=2" });
  expect(address && recogniser.baseOf("GET", address)).toBe("http://example.com/emulator/one");
  const other = addressOf("http://example.com/login");
  expect(other && recogniser.baseOf("GET", other)).toBeUndefined();
  expect(addressOf("/alerts")).toBeUndefined();
  expect(addressOf("http://a b/")).toBeUndefined();
});
