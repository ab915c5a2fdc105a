import { pathParameterNames } from "@plumbline/schemas";
import { succeeded, type WatchedExchange } from "../ground/watched-exchange.ts";

/**
 * What the path of a request that was carried out names, by path parameter; `undefined` where an answer need not repeat it:
 * the layout of an envelope is not fixed, and what comes of a broken path is the business of other rules.
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
 * The same of one path parameter, where the request took it from the world: what comes of a name that somebody made up is
 * the business of other rules.
 */
export function knownBy(watched: WatchedExchange, parameter: string): string | undefined {
  return Object.hasOwn(watched.call.path ?? {}, parameter) ? undefined : addressedBy(watched)?.get(parameter);
}

/** What the path of a request names, by the path parameters of a template. */
export function valuesIn(template: string, url: string): ReadonlyMap<string, string> {
  const { names, form } = addresses.get(template) ?? addressIn(template);
  const found = form.exec(url);
  return new Map(names.map((name, index) => [name, decodeURIComponent(found?.[index + 1] ?? "")]));
}

interface Address {
  readonly names: readonly string[];
  readonly form: RegExp;
}

/** By path template, of which the contract has a few dozen. */
const addresses = new Map<string, Address>();

function addressIn(template: string): Address {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const form = new RegExp(`${parts.join("([^/?]+)")}(?:\\?|$)`);
  const address = { names: pathParameterNames(template), form };
  addresses.set(template, address);
  return address;
}
