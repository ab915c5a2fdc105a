import { atlas, bindContract, neutral, OPERATION_IDS, type Profile } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { profileOf } from "../../target-file/profile.ts";
import { everythingOf } from "./everything.ts";

const pathsOf = (profile: Profile): readonly string[] =>
  bindContract(profile).operations.flatMap(({ id, routes }) =>
    routes.map(({ version, method, path }) => `${id} ${version} ${method} ${path}`),
  );

it.each([neutral, atlas])("has all that a target file leaves out where the profile $name has it", ({ name }) => {
  const nothing = profileOf({ profile: name, offers: [] });
  expect(pathsOf(nothing)).toEqual([]);
  const whole = name === "atlas" ? atlas : neutral;
  // An operation that a file names is absent in both versions, and the profile may have a route for one more version.
  expect(pathsOf(everythingOf(nothing))).toEqual(pathsOf(whole));
  expect(new Set(OPERATION_IDS).size).toBe(bindContract(everythingOf(nothing)).operations.length);
});

it("leaves what is elsewhere there", () => {
  const moved = { operations: { listAlerts: { path: "/groups/{groupId}/alarms" } } };
  const lacks = profileOf({ ...moved, offers: ["listAlerts"] });
  const expected = pathsOf(profileOf(moved));
  expect(pathsOf(everythingOf(lacks))).toEqual(expected);
});
