import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { judgementOf, storyOn } from "../../kernel/story-on.test-support.ts";
import { refusesItsName } from "./refuses-its-name.ts";

/** What a server does with a create that it refuses. */
interface Refusing {
  /** The refused create of a second index still changes the definition of the first. */
  readonly takesDefinition?: boolean;
  /** A create that is refused for its definition leaves the name taken. */
  readonly takesName?: boolean;
}

/** The result of the rule for a server that refuses a second create, and definitions that are not right. */
async function told({ takesDefinition = false, takesName = false }: Refusing): Promise<unknown> {
  const taken = new Set<string>();
  const indexes = new Map<string, { readonly indexID: string; latestDefinition: unknown }>();
  const answer = ({ operation, body }: Call) => {
    if (operation === "listSearchIndexes") return exchangeOf(200, [...indexes.values()]);
    const name = String(member(body, "name"));
    const known = indexes.get(name);
    const definition = member(body, "definition");
    if (typeof member(definition, "mappings") === "string" || member(definition, "analyzer") !== undefined) {
      taken.add(name);
      return exchangeOf(400, { errorCode: "INVALID_DEFINITION" });
    }
    if (takesName && taken.has(name)) return exchangeOf(409, { errorCode: "DUPLICATE_SEARCH_INDEX" });
    if (known === undefined) {
      const index = { indexID: `32b6e34b3d91647abb20e7b${indexes.size}`, latestDefinition: member(body, "definition") };
      indexes.set(name, index);
      return exchangeOf(200, index);
    }
    if (takesDefinition && member(body, "type") === undefined) known.latestDefinition = member(body, "definition");
    return exchangeOf(409, { errorCode: "DUPLICATE_SEARCH_INDEX" });
  };
  const fixtures = { groupId: "32b6e34b3d91647abb20e7b9", clusterName: "one" };
  const { story } = storyOn(answer, { operation: "createSearchIndex", fixtures, isCarried: true });
  let came: unknown;
  const stopped = await judgementOf(async () => {
    came = await refusesItsName(story);
  });
  return came ?? stopped;
}

it("refusesItsName holds if the second index of a name is refused and the first is unchanged", async () => {
  expect(await told({})).toMatchObject({ kind: "holds" });
});

it("refusesItsName is broken if the refused create changes the first index", async () => {
  expect(await told({ takesDefinition: true })).toMatchObject({
    kind: "broken",
    expected: expect.stringContaining("mappings as before"),
  });
});

it("refusesItsName is broken if a create that is refused for its definition leaves the name taken", async () => {
  expect(await told({ takesName: true })).toMatchObject({
    kind: "broken",
    expected: expect.stringContaining("no index has the name"),
  });
});
