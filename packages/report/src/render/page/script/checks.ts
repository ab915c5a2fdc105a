/** Checks: links to them, their evidence, and the short view used within the list of requirements. */
export const CHECKS_SCRIPT = `
function checkLink(check) {
  return el("a", { class: "anchor", href: "#check=" + encodeURIComponent(visible(check)) }, visible(check));
}

function evidenceOf(verdict) {
  const found = verdict.evidence.map((id) => exchanges.get(id));
  const since = found.find((exchange) => exchange !== undefined)?.at ?? 0;
  const views = found.map((exchange, index) => exchange === undefined
    ? el("p", { class: "quiet" }, "Exchange ", wire(verdict.evidence[index]), " is not in this report.")
    : exchangeView(exchange, since));
  // The last exchange is the one that was judged; what came before led to it.
  const last = views.at(-1);
  if (last instanceof HTMLDetailsElement) openDetails(last);
  return views;
}

const FINDINGS = [["expected", "Expected"], ["received", "Received"], ["note", "Observed"], ["reason", "Reason"], ["message", "What went wrong"]];

function checkView(verdict) {
  const place = verdict.operation === undefined ? "all operations" : visible(verdict.operation);
  const version = verdict.version === undefined ? "" : ", version " + visible(verdict.version);
  const lines = FINDINGS.filter(([member]) => member in verdict)
    .map(([member, name]) => el("div", {}, el("dt", {}, name), el("dd", {}, wire(verdict[member]))));
  const evidence = verdict.evidence.length === 0 ? undefined : lazy(
    el("details", { class: "evidence" }, el("summary", {}, plural(verdict.evidence.length, "exchange"))),
    () => evidenceOf(verdict));
  return el("article", { class: "check", tabindex: "-1", "aria-label": visible(verdict.check) },
    el("h4", {}, badge(verdict.outcome), " ", el("span", { class: "place" }, place + version), " ", checkLink(verdict.check)),
    lines.length === 0 ? undefined : el("dl", { class: "versus" }, ...lines),
    evidence,
    verdict.replay === undefined ? undefined : command("Replay", verdict.replay));
}

// Gives the checks that stand in the page as HTML their exchanges and copy buttons.
function enhanceChecks() {
  for (const details of document.querySelectorAll("details[data-verdict]")) {
    lazy(details, () => evidenceOf(report.verdicts[Number(details.dataset.verdict)]));
  }
  for (const line of document.querySelectorAll(".command")) {
    line.append(copyButton(line.querySelector("code"), line.querySelector(".command-name").textContent));
  }
}
`;
