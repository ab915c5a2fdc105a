import { type OperationId, operations, type Profile, type Route } from "@plumbline/schemas";
import { SERVED } from "./served.ts";

/** The profile with every operation marked absent that this server does not answer, so that nobody asks for it. */
export function servedProfile(profile: Profile): Profile {
  const served = new Set<OperationId>(SERVED);
  const absent: Record<string, Partial<Record<"1.0" | "2", Route | null>>> = {};
  for (const id of Object.keys(operations) as OperationId[])
    if (!served.has(id) && operations[id].standalone === undefined) absent[id] = { "1.0": null, "2": null };
  return { ...profile, routes: { ...profile.routes, ...absent } };
}
