import { bindContract, neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { emptyWorld } from "../../target/empty-world.ts";
import { testTarget } from "../../target/target.test-support.ts";
import { roleRules } from "./roles.ts";

const contract = bindContract(neutral);
const gate = roleRules.find(({ id }) => id === "AUTH-ROLES-GATE");

/** The callers that the rule about keys without a role uses. */
function questions(operation: "getMigration" | "listAlertConfigs", isStranger: boolean): readonly string[] {
  const world = { ...emptyWorld(testTarget("http://127.0.0.1:1")), noRoleIsStranger: isStranger };
  const context = { operation: contract.operation(operation), version: "2" as const, contract, world };
  return gate?.kind === "probe" ? gate.cases(context).map(({ name }) => name) : [];
}

it("AUTH-ROLES-GATE skips reads of organization members, unless the key without a role is a stranger's", () => {
  expect(questions("getMigration", false).filter((name) => name.includes("without any role"))).toEqual([]);
  expect(questions("getMigration", true).filter((name) => name.includes("without any role"))).toHaveLength(1);
  expect(questions("listAlertConfigs", false).filter((name) => name.includes("without any role"))).toHaveLength(1);
});
