import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { member } from "../../ground/json.ts";
import type { Story } from "../../kernel/story.ts";
import { wholeList } from "../../oracles/whole-list.ts";

/** How to request a list, and which member identifies its records. */
interface Listing {
  readonly idName?: string;
  readonly version?: RouteVersion;
}

/**
 * Whether a list of the project shows a record, after time for the `awaited` change. If the record is on no page and
 * the pages do not add up, the story is inconclusive.
 */
export async function listed(
  story: Story,
  awaited: "shown" | "gone",
  operation: OperationId,
  id: string,
  { idName = "id", ...call }: Listing = {},
): Promise<boolean> {
  const isIt = (record: unknown): boolean => member(record, idName) === id;
  const look = async (): Promise<boolean | undefined> => {
    const records = await wholeList((page) => story.ask(operation, { ...call, ...page }), { idName, sought: isIt });
    return records?.some(isIt);
  };
  const there = await story.untilOver(look, (found) => found === (awaited === "shown"));
  return there ?? story.cannot("the pages of the list do not add up, so nothing can be said about what it holds");
}
