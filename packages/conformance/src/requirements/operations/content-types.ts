import { answered, type Exchange } from "@plumbline/client";
import { expects, type Judgement } from "../../ground/judgement.ts";
import type { WatchedExchange } from "../../ground/watched-exchange.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { writes } from "../shared/subjects.ts";

/**
 * Spellings of the JSON content type. Types ignore letter case, and a value may be quoted (RFC 9110, section 8.3). A
 * charset has no effect, because JSON is always UTF-8 (RFC 8259, section 11).
 */
export const JSON_SPELLINGS: readonly string[] = [
  "application/json; charset=utf-8",
  "Application/JSON",
  'application/json;charset="UTF-8"',
  "application/json; Charset=UTF-8",
];

const UNSUPPORTED = 415;
/** True for 415, the status for a content type that the server does not accept (RFC 9110, section 15.5.16). */
export const isUnsupported = (exchange: Exchange): boolean =>
  answered(exchange) && exchange.response.status === UNSUPPORTED;

function takesSpelling({ answer, call }: WatchedExchange): Judgement | undefined {
  const { contentType, due } = call;
  if (contentType === undefined || due !== undefined || !JSON_SPELLINGS.includes(contentType)) return undefined;
  return expects(
    answer.status !== UNSUPPORTED,
    `a body with the content type ${contentType} taken as JSON`,
    `${UNSUPPORTED}, which says that the type is not supported`,
    "status",
  );
}

/** A body is JSON in every spelling of its content type. */
export const contentTypes: readonly Requirement[] = [
  watch({
    id: "GEN-CONTENT-TYPE",
    level: "MUST",
    basis: "derived:RFC9110",
    text: "The content type of a JSON body is accepted in every spelling: in other letter case, and with a charset of UTF-8, quoted or not.",
    section: "What the service does",
    conditional: true,
    on: (subject) => writes(subject) && subject.operation.body?.mediaType === "application/json",
    examine: takesSpelling,
  }),
];
