import type { OperationId, RouteVersion } from "@plumbline/schemas";
import { shortName } from "../ground/short-name.ts";
import type { World } from "../target/world.ts";

/** The name of a record that stays and that several checks share. `what` distinguishes records of the same create. */
export const sharedName = ({ memory }: World, create: OperationId, version: RouteVersion, what = "plain"): string =>
  memory.nameFor(`${create} ${version} ${what}`, shortName);
