/** Ties the views to the page's address: `#check=…` opens a check, `#level=…&q=…` sets the filters, `#log` is a section. */
export const START_SCRIPT = `
function revealCheck(name) {
  const verdict = report.verdicts.find(({ check }) => visible(check) === name);
  if (verdict === undefined) {
    byId("announcer").textContent = "This report has no check of that name";
    return;
  }
  const article = byId("check=" + name) ?? revealInRequirements(verdict);
  if (article === undefined) return;
  const evidence = article.querySelector("details.evidence");
  if (evidence !== null) openDetails(evidence);
  document.querySelector(".check.current")?.classList.remove("current");
  article.classList.add("current");
  article.scrollIntoView({ block: "start" });
  article.focus({ preventScroll: true });
}

function followAddress() {
  const hash = location.hash.slice(1);
  if (!hash.includes("=")) return;
  const parameters = new URLSearchParams(hash);
  const check = parameters.get("check");
  if (check === null) addressToFilters(parameters);
  else revealCheck(check);
}

// Moving to a section leaves the address alone, which holds the filters.
function moveTo(event) {
  const link = event.target.closest("a[href^='#']");
  if (link === null || link.hash.includes("=")) return;
  const section = byId(link.hash.slice(1));
  if (section === null) return;
  event.preventDefault();
  section.scrollIntoView({ block: "start" });
  section.querySelector("h2").focus({ preventScroll: true });
}

// A second click on the link to a check changes no address but should lead there again.
function moveAgain(event) {
  const link = event.target.closest("a[href^='#check=']");
  if (link !== null && link.hash === location.hash) followAddress();
}

enhanceChecks();
buildAreas();
startFilters();
applyFilters();
startLog();
addEventListener("hashchange", followAddress);
document.addEventListener("click", moveTo);
document.addEventListener("click", moveAgain);
addEventListener("beforeprint", () => { for (const group of document.querySelectorAll("details.group")) group.open = true; });
followAddress();
`;
