import { PATH_PARAMETERS, readText } from "@plumbline/schemas";
import { member } from "../ground/json.ts";
import type { Session } from "../kernel/session.ts";
import { list, resultsIn } from "./listing.ts";

/** A fault that reaches other projects shows on one as well as on a hundred, and one costs little to read. */
const MOST = 1;

/**
 * Other projects that the main key can see in the list of all clusters. Only the run can notice a write that reaches
 * into them.
 */
export async function siblingsOf(session: Session): Promise<readonly string[]> {
  const { target, world } = session;
  // A run that only reads cannot change other projects.
  if (![...target.allow].some((risk) => risk !== "read" && risk !== "quota")) return [];
  const ids = resultsIn(await list(session, "listAllClusters")).map((project) => member(project, "groupId"));
  const known = Object.values(world.fixtures);
  return ids
    .filter((id) => typeof id === "string")
    .filter((id) => !known.includes(id) && readText(PATH_PARAMETERS["groupId"] ?? {}, id).kind === "value")
    .slice(0, MOST);
}
