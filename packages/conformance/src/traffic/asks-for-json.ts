import type { BoundRoute } from "@plumbline/schemas";

/** Whether an Accept asks for what the route answers with: a version that is chosen by it has to be named there. */
export function asksForJson(accept: string | undefined, route: BoundRoute): boolean {
  if (accept === undefined) return route.version !== "2";
  const types = accept.split(",").map((one) => one.split(";")[0]?.trim().toLowerCase() ?? "");
  if (types.includes(route.accept)) return true;
  return route.version !== "2" && types.some((type) => ANY_JSON.includes(type));
}

const ANY_JSON: readonly string[] = ["application/json", "application/*", "*/*"];
