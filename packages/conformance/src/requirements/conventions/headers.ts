import { headerValue } from "@plumbline/client";
import { expects } from "../../ground/judgement.ts";
import { quotedText } from "../../ground/quoted.ts";
import { isInfrastructure, isOfNoForm } from "../../ground/watched-exchange.ts";
import { notice, type Requirement, watch } from "../../rule/requirement.ts";
import { mainApi } from "../shared/subjects.ts";

const noticed = (id: string, header: string): Requirement =>
  notice({
    id,
    level: "MAY",
    basis: "stated",
    text: `${header} is among the headers seen; nothing requires it.`,
    section: "Errors",
    on: mainApi,
    notice: ({ answer }) =>
      headerValue(answer.headers, header) === undefined ? `${header} not sent` : `${header} sent`,
  });

/** The rules on headers of answers; some only note which optional headers the target sends. */
export const headers: readonly Requirement[] = [
  watch({
    id: "HDR-CONTENT-TYPE",
    level: "SHOULD",
    basis: "derived:D2",
    text: "An answer with a body says in Content-Type that it is JSON.",
    section: "Errors",
    on: () => true,
    examine: ({ answer, call, operation }) => {
      if (answer.body === "" || call.due === "any" || isInfrastructure(answer) || isOfNoForm(operation, answer))
        return undefined;
      const type = headerValue(answer.headers, "content-type");
      return expects(
        type?.toLowerCase().includes("json") === true,
        "a Content-Type that names JSON",
        type ?? "no Content-Type",
        "header Content-Type",
      );
    },
  }),
  watch({
    id: "HDR-SERVICE-VERSION",
    level: "SHOULD",
    basis: "derived:D2",
    conditional: true,
    text: "X-Vendor-Service-Version, where it is sent, reads gitHash=<hash>; versionString=<version>.",
    section: "Errors",
    on: mainApi,
    examine: ({ answer, contract }) => {
      const name = contract.header("X-Vendor-Service-Version");
      const value = headerValue(answer.headers, name);
      if (value === undefined) return undefined;
      return expects(
        /^gitHash=[^;]+;\s*versionString=.+$/.test(value),
        "gitHash=<hash>; versionString=<version>",
        quotedText(value, 120),
        `header ${name}`,
      );
    },
  }),
  noticed("HDR-STRICT-TRANSPORT-SECURITY", "Strict-Transport-Security"),
  noticed("HDR-VARY", "Vary"),
  noticed("HDR-DATE", "Date"),
];
