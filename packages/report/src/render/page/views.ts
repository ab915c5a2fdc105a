import { alike } from "../../causes/alike.ts";
import { type Cause, isFailure } from "../../causes/causes-of.ts";
import type { Report } from "../../report.ts";
import { verdictsOf } from "../../select.ts";
import type { RuleBook } from "../rule-book.ts";
import type { Markup } from "./markup.ts";
import { causesView } from "./view/causes.ts";
import { certificate } from "./view/certificate.ts";
import { comparisonView } from "./view/comparison.ts";
import { coverageView } from "./view/coverage.ts";
import { interfaceView, logView, requirementsView } from "./view/explorer.ts";
import { keptView } from "./view/kept.ts";
import { knownView } from "./view/known.ts";
import { limitsView } from "./view/limits.ts";
import { matrixView } from "./view/matrix.ts";
import { notRunView } from "./view/not-run.ts";
import { observedView } from "./view/observed.ts";
import { outcomeView } from "./view/outcome.ts";
import { rolesView } from "./view/roles.ts";
import { safetyView } from "./view/safety.ts";
import { setUpView } from "./view/set-up.ts";

/** All views of a report, in the order of the page. */
export function views(report: Report, causes: readonly Cause[], book?: RuleBook): readonly Markup[] {
  return [
    certificate(report),
    outcomeView(report, causes),
    causesView(report, {
      id: "failures",
      title: "Failures",
      cards: [...alike(verdictsOf(report, "harness-error")), ...causes.filter(isFailure)],
      lead: "Failures that look like one mistake form one card. The card that explains most comes first.",
      empty: "No check failed.",
      book,
    }),
    causesView(report, {
      id: "warnings",
      title: "Warnings",
      cards: causes.filter((cause) => !isFailure(cause)),
      lead: "Recommendations (SHOULD) that the target does not follow. They do not make a run fail.",
      empty: "The target follows every recommendation.",
      book,
    }),
    knownView(report),
    notRunView(report),
    comparisonView(report),
    matrixView(report),
    requirementsView(report),
    interfaceView(),
    rolesView(report),
    limitsView(report),
    keptView(report),
    coverageView(report),
    observedView(report),
    logView(report),
    safetyView(report),
    setUpView(report),
  ];
}
