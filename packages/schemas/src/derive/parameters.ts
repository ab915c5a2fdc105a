import type { BoundOperation, BoundRoute } from "../bind.ts";
import type { Parameter } from "../parameters.ts";
import { pathParameterNames } from "../parameters.ts";
import type { Components } from "./components.ts";
import { PARAMETER_WORDS } from "./words.ts";

/** The path and query parameters of a route in OpenAPI form. */
export function describeParameters(operation: BoundOperation, route: BoundRoute, components: Components): object[] {
  const describe = (place: "path" | "query", { name, schema }: Parameter): object =>
    components.share("parameters", name, {
      name,
      in: place,
      required: place === "path",
      description: PARAMETER_WORDS[name] ?? name,
      schema: components.refer(schema),
    });
  const names = pathParameterNames(route.path);
  return [
    ...operation.pathParameters.filter(({ name }) => names.includes(name)).map((one) => describe("path", one)),
    ...route.query.map((one) => describe("query", one)),
  ];
}
