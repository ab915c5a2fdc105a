import { type BoundOperation, essence, neutralBody, type Profile, servedDateIn } from "@plumbline/schemas";
import { type Validator, withoutUnset } from "@plumbline/schemas/validate";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { KeptPart } from "../decisions/kept-part.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Incoming } from "./incoming.ts";
import { readJson } from "./json.ts";
import { parseQuery } from "./query.ts";

interface Reader {
  readonly profile: Profile;
  /** Whether the profile has names other than the neutral ones. */
  readonly renames: boolean;
  readonly validator: Validator;
  readonly behaviour: Behaviour;
  /** Takes the part of a refused body that a faulty server carries out. */
  readonly onRefused: (kept: KeptPart) => void;
}

/** The body of a request with neutral names, read and validated; `undefined` if the operation has no body. */
export async function readBody(
  operation: BoundOperation,
  request: Incoming,
  reader: Reader,
): Promise<unknown | Refusal> {
  if (operation.body === undefined) return undefined;
  const reading = await request.body();
  if (reading.kind === "too-large") {
    return new Refusal(413, "REQUEST_TOO_LARGE", "The body is larger than one mebibyte.");
  }
  if (reading.kind === "broken-off") return invalid("The body broke off.");
  if (reading.bytes.length === 0) return invalid("The body is missing.");
  const contentType = request.header("content-type") ?? "";
  const refusal = checkMediaType(
    operation.body.mediaType,
    contentType,
    request.header("content-encoding"),
    reader.profile,
  );
  if (refusal !== undefined) return refusal;
  // The token endpoint has its own error words, so its handler checks the form itself.
  if (operation.body.mediaType === "application/x-www-form-urlencoded") return readForm(reading.bytes);
  const json = readJson(reading.bytes);
  if (json.kind === "malformed") {
    const status = reader.behaviour.malformedStatus(Buffer.from(reading.bytes).toString("latin1"));
    return new Refusal(status, "MALFORMED_JSON", json.detail);
  }
  const found = reader.validator.violations(operation.body.schema, json.value);
  const [objection] = reader.behaviour.objections(found, { operation, contentType, body: json.value });
  if (objection !== undefined) {
    const kept = reader.behaviour.keptOfRefused(json.value, operation);
    if (kept !== undefined) reader.onRefused(kept);
    return invalid(`The body is not valid at "${objection.pointer}": expected ${objection.expected}.`);
  }
  const stated = withoutUnset(json.value, [operation.body.schema]);
  const neutral = reader.renames ? neutralBody(reader.profile, stated) : stated;
  return reader.behaviour.keeps(neutral, operation);
}

function checkMediaType(
  wanted: string,
  contentType: string,
  contentEncoding: string | undefined,
  profile: Profile,
): Refusal | undefined {
  const fits =
    essence(contentType) === wanted ||
    (wanted === "application/json" && servedDateIn(contentType, profile) !== undefined);
  if (!fits) return new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", `The body must be sent as ${wanted}.`);
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== "identity") {
    return new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be sent without a content coding.");
  }
  return undefined;
}

function readForm(bytes: Uint8Array): ReadonlyMap<string, readonly string[]> | Refusal {
  return parseQuery(Buffer.from(bytes).toString("latin1")) ?? invalid("The form is not valid percent-encoded UTF-8.");
}
