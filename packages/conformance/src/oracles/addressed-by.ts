import { pathParameterNames } from "@plumbline/schemas";
import { succeeded, type WatchedExchange } from "../ground/watched-exchange.ts";

/**
 * The values that the path of an accepted request names, by path parameter; `undefined` if an answer need not repeat
 * them. The description does not fix the layout of an envelope, and other requirements judge answers to malformed
 * paths.
 */
export function addressedBy({
  answer,
  call,
  contract,
  exchange,
  operation,
  version,
}: WatchedExchange): ReadonlyMap<string, string> | undefined {
  const path = contract.route(operation.id, version)?.path;
  if (path === undefined || !succeeded(answer)) return undefined;
  if (call.due !== undefined || call.rawPath || call.query?.["envelope"] === "true") return undefined;
  return valuesIn(path, exchange.request.url);
}

/**
 * The same for one path parameter, if the request took its value from the world. Other requirements judge answers to
 * made-up names.
 */
export function knownBy(watched: WatchedExchange, parameter: string): string | undefined {
  return Object.hasOwn(watched.call.path ?? {}, parameter) ? undefined : addressedBy(watched)?.get(parameter);
}

/** The values in the path of a request, by the path parameters of a template. */
export function valuesIn(template: string, url: string): ReadonlyMap<string, string> {
  const { names, form } = addresses.get(template) ?? addressIn(template);
  const found = form.exec(url);
  return new Map(names.map((name, index) => [name, decodeURIComponent(found?.[index + 1] ?? "")]));
}

interface Address {
  readonly names: readonly string[];
  readonly form: RegExp;
}

/** By path template; the contract has a few dozen. */
const addresses = new Map<string, Address>();

function addressIn(template: string): Address {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const form = new RegExp(`${parts.join("([^/?]+)")}(?:\\?|$)`);
  const address = { names: pathParameterNames(template), form };
  addresses.set(template, address);
  return address;
}
