import { bindContract, exampleOf, neutral, OPERATION_IDS } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, it } from "vitest";
import { foreignValues } from "../shared/foreign-values.ts";
import { memberPlaces, withMember } from "../shared/member-places.ts";
import { wrongMembers } from "./wrong-members.ts";

const contract = bindContract(neutral);
const validator = createValidator();

/** Every JSON body, in its latest form. */
const bodies = OPERATION_IDS.flatMap((id) =>
  contract
    .operation(id)
    .routes.slice(-1)
    .flatMap(({ version }) => {
      const operation = contract.operation(id, version);
      const schema = operation.body?.mediaType === "application/json" ? operation.body.schema : undefined;
      return schema === undefined ? [] : [{ subject: { operation, version }, schema, right: exampleOf(schema) }];
    }),
);

it("foreignValues breaks the schema at each place of each body", () => {
  const lax = bodies.flatMap(({ subject, schema, right }) =>
    memberPlaces(schema, right).flatMap(({ steps, schema: one, value: own }) =>
      foreignValues(one, own).flatMap(({ what, value }) => {
        const pointer = `/${steps.join("/")}`;
        const broken = validator.violations(schema, withMember(schema, right, steps, value));
        // The violation may be reported for an alternative as a whole.
        return broken.some((violation) => `${pointer}/`.startsWith(violation.pointer))
          ? []
          : [`${subject.operation.id} ${pointer} ${what}`];
      }),
    ),
  );
  expect(bodies.length).toBeGreaterThan(20);
  expect(lax).toEqual([]);
});

it("withMember adds the required members around a place, and keeps the rest", () => {
  const { schema } = contract.operation("updateBackupSchedule", "2").body ?? {};
  if (schema === undefined) throw new Error("it takes a body");
  const body = withMember(schema, { referenceHourOfDay: 3 }, ["copySettings", 0, "shouldCopyOplogs"], "x");
  expect(body).toMatchObject({
    referenceHourOfDay: 3,
    copySettings: [{ regionName: "US_EAST_1", shouldCopyOplogs: "x" }],
  });
});

it("wrongMembers omits members that are commands", () => {
  const names = (["1.0", "2"] as const).flatMap((version) => {
    const operation = contract.operation("updateBackupSchedule", version);
    const schema = operation.body?.schema ?? {};
    return wrongMembers({ operation, version }, schema, {}, contract.field).map(({ what }) => what);
  });
  expect(names).toHaveLength(20);
  expect(names.filter((name) => /updateSnapshots|deleteCopiedBackups/.test(name))).toEqual([]);
});
