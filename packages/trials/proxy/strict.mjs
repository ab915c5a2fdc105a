// Judges answers by an OpenAPI document alone, with a validator that shares no code with Plumbline or Prism.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BASIC } from "@hyperjump/json-schema/experimental";
import "@hyperjump/json-schema/formats";
import { setShouldValidateFormat, setShouldValidateSchema, validate } from "@hyperjump/json-schema/openapi-3-1";

setShouldValidateFormat(true);
// Otherwise the whole document would be validated for each response: `wrongWith` does that once.
setShouldValidateSchema(false);

/**
 * Judges answers by the document. `judge` returns `"elsewhere"` for requests that are no operation of it, and otherwise
 * the violations: none, a status or a body that it does not describe, or the first keywords that the body breaks.
 */
export async function openStrict(document) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-strict-"));
  const file = join(folder, "document.openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const at = pathToFileURL(file).href;
  const routes = routesOf(document);
  const ready = new Map();

  function validatorOf(pointer) {
    if (!ready.has(pointer)) ready.set(pointer, validate(`${at}#${pointer}`));
    return ready.get(pointer);
  }

  async function judge({ method, path, status, headers, body }) {
    const route = routes.find((one) => one.method === method && one.pattern.test(path));
    if (route === undefined) return "elsewhere";
    const said = responseAt(document, route.pointer, status);
    if (said === undefined) return [{ pointer: "", keyword: "status", text: `${status} is not described` }];
    const missing = Object.entries(said.response.headers ?? {})
      .filter(([name, { required }]) => required && !headers.some(([own]) => own.toLowerCase() === name.toLowerCase()))
      .map(([name]) => ({ pointer: "", keyword: "header", text: `${name} is not there` }));
    const { content } = said.response;
    if (content === undefined) return missing;
    const sent = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    const mediaType = described(content, sent);
    if (mediaType === undefined)
      return [...missing, { pointer: "", keyword: "content", text: `"${sent}" is not described` }];
    let value;
    try {
      value = JSON.parse(body);
    } catch {
      return [...missing, { pointer: "", keyword: "content", text: "no JSON" }];
    }
    const check = await validatorOf(`${said.pointer}/content/${escaped(mediaType)}/schema`);
    if (check(value).valid) return missing;
    const { errors = [] } = check(value, BASIC);
    // The violations of each alternative are more informative than the failure of all alternatives.
    const all = errors.map(({ keyword, instanceLocation }) => violation(keyword, instanceLocation));
    const telling = all.filter(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf" && keyword !== "not");
    return [...missing, ...(telling.length > 0 ? telling : all).slice(0, 5)];
  }

  return { judge, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Validates a document with the published schema of OpenAPI 3.1, and returns its violations. */
export async function wrongWith(document) {
  const { valid, errors = [] } = await validate("https://spec.openapis.org/oas/3.1/schema-base", document, BASIC);
  return valid ? [] : errors.map(({ keyword, instanceLocation }) => violation(keyword, instanceLocation));
}

const violation = (keyword, location) => ({
  pointer: location.replace(/^#/, ""),
  keyword: keyword.split("/").at(-1),
  text: "",
});

const escaped = (segment) => encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));

/** The operation of an address; literal segments of a path take precedence over parameters. */
function routesOf({ paths }) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}$`),
      pointer: `/paths/${escaped(path)}/${method}`,
      operation: item[method],
      fixed: path.replace(/\{[^}]+\}/g, "").length,
    })),
  );
  return all.sort((one, other) => other.fixed - one.fixed);
}

/** The response for a status: the exact one, its class, or `default`. */
function responseAt(document, pointer, status) {
  const operation = valueAt(document, pointer);
  const code = [String(status), `${String(status)[0]}XX`, "default"].find((one) => one in operation.responses);
  if (code === undefined) return undefined;
  const own = operation.responses[code];
  const place = own.$ref?.replace(/^#/, "") ?? `${pointer}/responses/${code}`;
  return { pointer: place, response: valueAt(document, place) };
}

const valueAt = (document, pointer) =>
  pointer
    .split("/")
    .slice(1)
    .reduce((value, name) => value[decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")], document);

/** The description does not give the media type of an answer: one of JSON stands for any other (RFC 6839). */
function described(content, sent) {
  const type = sent.split(";")[0].trim().toLowerCase();
  if (type in content) return type;
  const isJson = (one) => /[/+]json$/.test(one);
  return isJson(type) ? Object.keys(content).find(isJson) : undefined;
}
