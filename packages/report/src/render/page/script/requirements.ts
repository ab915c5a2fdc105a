/** Requirements by area; the filters live in the form and in the page's address. */
export const REQUIREMENTS_SCRIPT = String.raw`
const filters = byId("filters");
const FILTERS = ["level", "outcome", "area", "q"];
const rows = [];

function verdictsByRequirement() {
  const groups = new Map(report.requirements.map(({ id }) => [id, []]));
  for (const verdict of report.verdicts) groups.get(verdict.requirement)?.push(verdict);
  return groups;
}

function requirementRow(requirement, verdicts) {
  const summary = el("summary", {},
    badge(requirement.outcome),
    el("span", { class: "id" }, visible(requirement.id)),
    el("span", { class: "tag strong" }, requirement.level),
    el("span", { class: "text" }, visible(requirement.text)),
    el("span", { class: "count" }, plural(requirement.checks, "check")));
  const view = lazy(el("details", { class: "requirement" }, summary), () => requirementBody(requirement, verdicts));
  const words = [requirement.id, requirement.text, requirement.section, requirement.basis, ...verdicts.map(({ check }) => check)];
  return { requirement, verdicts, view, words: words.join("\n").toLowerCase() };
}

function requirementBody(requirement, verdicts) {
  const origin = [requirement.section, requirement.basis, requirement.kind].map(visible).join(" · ");
  const none = verdicts.length === 0 ? el("p", { class: "quiet" }, "No check of this run looks at it.") : undefined;
  return [
    el("p", { class: "statement" }, wire(requirement.text)),
    el("p", { class: "section" }, origin + (requirement.provisional === true ? " · under revision" : "")),
    none,
    ...verdicts.map(checkView),
  ].filter((part) => part !== undefined);
}

function buildAreas() {
  const groups = verdictsByRequirement();
  const areas = new Map();
  for (const requirement of report.requirements) {
    if (!areas.has(requirement.area)) areas.set(requirement.area, []);
    const row = requirementRow(requirement, groups.get(requirement.id));
    rows.push(row);
    areas.get(requirement.area).push(row);
  }
  for (const [area, members] of [...areas].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const count = el("span", { class: "count" });
    const views = members.map(({ view }) => view);
    const section = el("div", { class: "area" }, el("h3", {}, visible(area), " ", count), ...views);
    for (const row of members) Object.assign(row, { section, count });
    byId("areas").append(section);
  }
  filters.hidden = false;
}

function matches({ requirement, words }, { level, outcome, area, q }) {
  return (level === "" || requirement.level === level)
    && (outcome === "" || requirement.outcome === outcome)
    && (area === "" || visible(requirement.area) === area)
    && q.toLowerCase().split(/\s+/u).every((word) => words.includes(word));
}

const chosen = () => Object.fromEntries(FILTERS.map((name) => [name, filters.elements[name].value]));

function applyFilters() {
  const choice = chosen();
  const tallies = new Map();
  let shown = 0;
  for (const row of rows) {
    const fits = matches(row, choice);
    row.view.hidden = !fits;
    const tally = tallies.get(row.section) ?? { count: row.count, shown: 0, all: 0 };
    tally.all += 1;
    if (fits) { tally.shown += 1; shown += 1; }
    tallies.set(row.section, tally);
  }
  for (const [section, tally] of tallies) {
    section.hidden = tally.shown === 0;
    tally.count.textContent = tally.shown === tally.all ? String(tally.all) : tally.shown + " of " + tally.all;
  }
  byId("shown").textContent = shown === rows.length ? "" : shown + " of " + plural(rows.length, "requirement");
}

function filtersToAddress() {
  const choice = Object.entries(chosen()).filter(([, value]) => value !== "");
  const hash = new URLSearchParams(choice).toString();
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
}

function addressToFilters(parameters) {
  for (const name of FILTERS) filters.elements[name].value = parameters.get(name) ?? "";
  for (const select of filters.querySelectorAll("select")) if (select.selectedIndex < 0) select.value = "";
  applyFilters();
}

function startFilters() {
  const changed = () => { applyFilters(); filtersToAddress(); };
  filters.addEventListener("input", changed);
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", () => setTimeout(changed));
}

// Shows a check within its requirement, for those that have no place of their own further up.
function revealInRequirements(verdict) {
  const row = rows.find(({ requirement }) => requirement.id === verdict.requirement);
  if (row === undefined) return undefined;
  if (row.view.hidden) addressToFilters(new URLSearchParams());
  openDetails(row.view);
  return row.view.querySelectorAll("article.check")[row.verdicts.indexOf(verdict)];
}
`;
