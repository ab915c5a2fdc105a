import type { ReportingDescriptor } from "sarif";
import type { Level } from "../../outcome.ts";
import type { RequirementSummary } from "../../report.ts";
import { type RuleBook, rulePage } from "../rule-book.ts";
import { messageText } from "./message.ts";

/** The SARIF level (3.27.10) of a broken rule. */
export function sarifLevel(level: Level): "error" | "warning" | "note" {
  switch (level) {
    case "MUST":
      return "error";
    case "SHOULD":
      return "warning";
    case "MAY":
    case "UNSPECIFIED":
      return "note";
    default:
      return level satisfies never;
  }
}

/** A requirement as a SARIF reporting descriptor. GitHub requires both descriptions and the help text. */
export function sarifRule(requirement: RequirementSummary, book?: RuleBook): ReportingDescriptor {
  const { id, level, basis, section, area, kind, text } = requirement;
  const statement = messageText(text);
  const page = rulePage(book?.site, id);
  return {
    id,
    shortDescription: { text: statement },
    fullDescription: { text: statement },
    help: { text: messageText(`${text} (${level}, ${basis}; section ${section}). Run "plumbline explain ${id}".`) },
    ...(page !== undefined && { helpUri: page }),
    defaultConfiguration: { level: sarifLevel(level) },
    properties: {
      level,
      basis,
      section,
      area,
      kind,
      tags: [...new Set(["conformance", area])],
      ...(requirement.provisional === true ? { provisional: true } : {}),
    },
  };
}
