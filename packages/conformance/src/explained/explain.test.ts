import { describe, expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { trafficRequirements } from "../traffic/requirements.ts";
import { explain } from "./explain.ts";

const all = [...requirements, ...trafficRequirements];
const explained = (id: string) => {
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return explain(found);
};

describe("explain", () => {
  it("gives whole sentences for every rule", () => {
    const thin = all.filter((one) => {
      const { restsOn, checked, mend, places, command } = explain(one);
      const sentences = [restsOn, ...checked, ...mend];
      return (
        checked.length === 0 ||
        mend.length === 0 ||
        places.length === 0 ||
        !command.startsWith("plumbline ") ||
        sentences.some((text) => !/^[A-Z"`].*[.!?]$/su.test(text))
      );
    });
    expect(thin.map(({ id }) => id)).toEqual([]);
  });

  it("lists the questions, places and obstacles of a probe", () => {
    expect(explained("PAGE-ITEMS-ACCEPT")).toMatchObject({
      restsOn: "The description of the API says so.",
      cases: ["itemsPerPage=1", "itemsPerPage=100", "itemsPerPage=500"],
      obstacles: [
        expect.stringContaining("state fixtures.groupId in the target file"),
        ...Array(3).fill(expect.any(String)),
      ],
      command: "plumbline run --target target.yml --only PAGE-ITEMS-ACCEPT",
    });
    expect(explained("PAGE-ITEMS-ACCEPT").checked[1]).toBe(
      "There are 20 checks, one for each version of 12 operations. Each sends at most 6 requests.",
    );
  });

  it("names the permission that a write needs, and none for a read", () => {
    const asks = (id: string) => explained(id).obstacles.filter((reason) => reason.startsWith("needs your permission"));
    expect(asks("ALT-ACK-LEAVES-OPEN-LIST")).toEqual([expect.stringContaining("--allow update")]);
    expect(asks("PAGE-ITEMS-ACCEPT")).toEqual([]);
  });

  it("gives no fix for an open point, and no run command for a rule about traffic", () => {
    expect(explained("ALT-STATUS-CASE").mend).toEqual([expect.stringContaining("There is nothing to fix")]);
    expect(explained("TRAFFIC-LIMITS").command).toBe("plumbline judge traffic.har");
  });
});
