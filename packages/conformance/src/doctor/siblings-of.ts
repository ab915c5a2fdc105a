import { PATH_PARAMETERS, readText } from "@plumbline/schemas";
import { member } from "../ground/json.ts";
import type { Session } from "../kernel/session.ts";
import { list, resultsIn } from "./listing.ts";

/** One of a hundred shows what is done to all of them, and is read at little cost. */
const MOST = 1;

/**
 * Some projects beside the known one, as the list of all clusters shows them to the main key. A write that reaches into them
 * would be seen by nobody else.
 */
export async function siblingsOf(session: Session): Promise<readonly string[]> {
  const { target, world } = session;
  // A run that only reads harms nobody.
  if (![...target.allow].some((risk) => risk !== "read" && risk !== "quota")) return [];
  const ids = resultsIn(await list(session, "listAllClusters")).map((project) => member(project, "groupId"));
  const known = Object.values(world.fixtures);
  return ids
    .filter((id) => typeof id === "string")
    .filter((id) => !known.includes(id) && readText(PATH_PARAMETERS["groupId"] ?? {}, id).kind === "value")
    .slice(0, MOST);
}
