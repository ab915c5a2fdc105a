// The expected output of the proxy for an input: the rules of RFC 9110, section 7.6.1, and of the documentation,
// implemented independently of the proxy's own code.
import { valuesOf } from "./strict.mjs";

const OWN = new Set(["connection", "keep-alive", "proxy-connection", "upgrade"]);
const EVERYBODYS = new Set(
  "content-length transfer-encoding host authorization www-authenticate authentication-info proxy-authorization proxy-authenticate cookie set-cookie content-type content-encoding".split(
    " ",
  ),
);
/**
 * Framing is compared by its result, and Host is the proxy's; Date and the names of trailers say nothing about a body.
 */
const APART = new Set(["content-length", "transfer-encoding", "host", "trailer"]);

function fieldsThrough(fields) {
  const named = valuesOf(fields, "connection").flatMap((value) => value.toLowerCase().split(","));
  const dropped = new Set([...OWN, ...named.map((name) => name.trim()).filter((name) => !EVERYBODYS.has(name))]);
  return fields.filter(([name]) => !dropped.has(name.toLowerCase()) && !APART.has(name.toLowerCase()));
}

const trailersThrough = (trailers) =>
  trailers.filter(([name]) => !OWN.has(name.toLowerCase()) && !APART.has(name.toLowerCase()));

const path = (target) => {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [undefined, target];
  return rest.startsWith("/") || rest === "*" ? rest : `/${rest}`;
};

/** Node writes a head with both Expect and Latin-1 in UTF-8, so there the proxy itself tells the client to continue. */
const requestFields = (fields) =>
  fields.flat().some((text) => /[\x80-\xff]/.test(text))
    ? fields.filter(([name]) => name.toLowerCase() !== "expect")
    : fields;

/** A request as one text, equal on both sides of the proxy. */
export const requestThrough = ({ method, target, fields, body, trailers }) =>
  JSON.stringify([method, path(target), fieldsThrough(requestFields(fields)), body, trailersThrough(trailers)]);

/** Drops Expect, which has no meaning in an answer. */
const answerFields = (fields) => fieldsThrough(fields).filter(([name]) => name.toLowerCase() !== "expect");

/** An answer as one text, equal on both sides; without informational answers if the client must get none. */
export const answerThrough = ({ status, reason, fields, body, trailers, informed }) =>
  JSON.stringify([
    status,
    reason,
    answerFields(fields),
    body,
    trailersThrough(trailers),
    informed.map((one) => [one.status, one.reason, fieldsThrough(one.fields)]),
  ]);
