import { jsonOf, member } from "../expect/answers.ts";
import { accepts, compares, notes, refuses, shows } from "../expect/cases.ts";
import { expects } from "../judgement.ts";
import { credential } from "../need.ts";
import { listIn } from "../oracles/envelope.ts";
import { violated } from "../oracles/violated.ts";
import { probe, type Requirement, silent, watch } from "../requirement.ts";
import { succeeded } from "../sight.ts";
import { is } from "./subjects.ts";

const SECTION = "Endpoints > Metrics target discovery";
const discovery = is("discoverMetricsTargets");
const needs = [credential("metrics")];

const addresses = (json: unknown): string =>
  (listIn(json) ?? [])
    .flatMap((group) => listIn(member(group, "targets")) ?? [])
    .map(String)
    .sort()
    .join(", ");

const HOST_AND_PORT = /^(\[[0-9a-fA-F:.]+\]|[^\s:/]+):(\d{1,5})$/;

export const metrics: readonly Requirement[] = [
  watch({
    id: "METRICS-SHAPE",
    level: "MUST",
    basis: "stated",
    text: "Discovery returns an array of groups of targets, each target host:port, each label a string.",
    section: "Resources and their fields > Metrics scrape target",
    on: discovery,
    examine: (sight) => {
      const shape = violated(() => true)(sight);
      if (shape?.kind !== "holds" || !succeeded(sight.answer)) return shape;
      const all = (listIn(sight.answer.json) ?? []).flatMap((group) => [
        ...(listIn(member(group, "targets")) ?? []).map((target) => ({
          good: isAddress(String(target)),
          what: `target ${JSON.stringify(target)}`,
        })),
        ...Object.entries((member(group, "labels") ?? {}) as object).map(([name, value]) => ({
          good: typeof value === "string" || value === null,
          what: `label ${name} ${JSON.stringify(value)}`,
        })),
      ]);
      const odd = all.find((one) => !one.good);
      return expects(odd === undefined, "targets of the form host:port and labels that are strings", odd?.what ?? "");
    },
  }),
  probe({
    id: "METRICS-TARGETSCHEME-DEFAULT",
    level: "MUST",
    basis: "stated",
    text: "Without targetScheme the same targets are returned as with PUBLIC.",
    section: SECTION,
    needs,
    stage: "read",
    on: discovery,
    cases: (context) => [
      compares(
        context,
        "without targetScheme, then PUBLIC",
        [{}, { query: { targetScheme: "PUBLIC" } }],
        (plain, explicit) =>
          expects(
            addresses(jsonOf(plain)) === addresses(jsonOf(explicit)),
            "the same targets",
            `${addresses(jsonOf(plain))} without, ${addresses(jsonOf(explicit))} with PUBLIC`,
          ),
      ),
    ],
  }),
  silent({
    id: "METRICS-TARGETSCHEME-VALUES",
    level: "UNSPECIFIED",
    text: "Schemes other than PUBLIC are not given.",
    section: SECTION,
    needs,
    on: discovery,
    cases: (context) =>
      ["PRIVATE", "nonsense"].map((word) => notes(context, `targetScheme=${word}`, { query: { targetScheme: word } })),
  }),
  probe({
    id: "METRICS-AUTH",
    level: "MUST",
    basis: "stated",
    text: "Discovery takes a user name and password in the authorization header, and nothing less.",
    section: "Authentication",
    needs,
    stage: "read",
    on: discovery,
    cases: (context) => [
      accepts(context, "the metrics user", {}),
      refuses(context, "no credentials", { who: "none" }),
      refuses(context, "a wrong password", { who: "wrongMetricsPassword" }, { mock: "it takes any credentials" }),
      refuses(context, "an unknown user name", { who: "unknownMetricsUser" }, { mock: "it takes any credentials" }),
    ],
  }),
  probe({
    id: "METRICS-GROUP-LABEL",
    level: "SHOULD",
    basis: "derived:D5",
    text: "The label group_id names the addressed project.",
    section: "Resources and their fields > Metrics scrape target",
    needs,
    mock: "its labels are examples",
    stage: "read",
    on: discovery,
    cases: (context) => [
      shows(context, "the targets of the project", {}, (exchange) => {
        const other = (listIn(jsonOf(exchange)) ?? [])
          .map((group) => member(member(group, "labels"), "group_id"))
          .find((id) => typeof id === "string" && id !== context.world.fixtures.groupId);
        return expects(other === undefined, `group_id ${context.world.fixtures.groupId}`, `group_id ${String(other)}`);
      }),
    ],
  }),
  silent({
    id: "METRICS-ERRORS",
    level: "UNSPECIFIED",
    text: "The error body of discovery is not given.",
    section: SECTION,
    on: discovery,
    cases: (context) => [notes(context, "no credentials", { who: "none" })],
  }),
];

function isAddress(text: string): boolean {
  const port = Number(HOST_AND_PORT.exec(text)?.[2]);
  return port >= 1 && port <= 65_535;
}
