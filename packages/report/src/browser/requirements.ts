import type { Verdict } from "../report.ts";
import { visible } from "../text/visible.ts";
import { counted } from "../text/words.ts";
import { rewriteAddress } from "./address.ts";
import { byId, el } from "./dom.ts";
import { openDetails } from "./lazy.ts";
import { type Row, requirementRows } from "./requirement-rows.ts";
import { showView, whenShown } from "./views.ts";

const FILTERS = ["q", "level", "outcome", "area", "basis", "aspect", "operation"] as const;
type Choice = Readonly<Record<(typeof FILTERS)[number], string>>;

interface Area {
  readonly view: HTMLElement;
  readonly count: HTMLElement;
  readonly rows: readonly Row[];
}

let areas: readonly Area[] = [];

function form(): HTMLFormElement {
  return byId("filters", HTMLFormElement);
}

function control(name: string): HTMLInputElement | HTMLSelectElement | undefined {
  const found = form().elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined;
}

function chosen(): Choice {
  const value = (name: string): string => control(name)?.value ?? "";
  return {
    q: value("q"),
    level: value("level"),
    outcome: value("outcome"),
    area: value("area"),
    basis: value("basis"),
    aspect: value("aspect"),
    operation: value("operation"),
  };
}

function fits({ requirement, words, operations, aspect }: Row, choice: Choice, terms: readonly string[]): boolean {
  return (
    (choice.level === "" || requirement.level === choice.level) &&
    (choice.outcome === "" || requirement.outcome === choice.outcome) &&
    (choice.area === "" || visible(requirement.area) === choice.area) &&
    (choice.basis === "" || requirement.basis.startsWith(choice.basis)) &&
    (choice.aspect === "" || aspect === choice.aspect) &&
    (choice.operation === "" || operations.has(choice.operation)) &&
    terms.every((term) => words.includes(term))
  );
}

function apply(): void {
  const choice = chosen();
  const terms = choice.q.toLowerCase().split(/\s+/u);
  let shown = 0;
  let all = 0;
  for (const { view, count, rows } of areas) {
    let here = 0;
    for (const row of rows) {
      const fit = fits(row, choice, terms);
      if (row.view.hidden === fit) row.view.hidden = !fit;
      if (fit) here += 1;
    }
    view.hidden = here === 0;
    count.textContent = here === rows.length ? String(rows.length) : `${here} of ${rows.length}`;
    shown += here;
    all += rows.length;
  }
  byId("shown", HTMLElement).textContent = shown === all ? "" : `${shown} of ${counted(all, "requirement")}`;
}

/** Sets the filters from an address; filters that it does not name are cleared. */
export function setFilters(parameters: URLSearchParams): void {
  for (const name of FILTERS) {
    const input = control(name);
    if (input === undefined) continue;
    input.value = parameters.get(name) ?? "";
    if (input instanceof HTMLSelectElement && input.selectedIndex < 0) input.value = "";
  }
  apply();
}

function build(): void {
  const groups = new Map<string, Row[]>();
  for (const row of requirementRows(() => chosen().operation)) {
    const { area } = row.requirement;
    const group = groups.get(area);
    if (group === undefined) groups.set(area, [row]);
    else group.push(row);
  }
  areas = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, rows]) => {
      const count = el("span", { class: "count" });
      const head = el("h3", {}, visible(area), " ", count);
      return { view: el("div", { class: "area" }, head, ...rows.map(({ view }) => view)), count, rows };
    });
  byId("areas", HTMLElement).append(...areas.map(({ view }) => view));
  form().hidden = false;
  apply();
}

/** Builds the list when it is first shown, and keeps the filters in the address. */
export function startRequirements(): void {
  whenShown("requirements", build);
  const changed = (): void => {
    apply();
    rewriteAddress("requirements", chosen());
  };
  form().addEventListener("input", changed);
  form().addEventListener("submit", (event) => event.preventDefault());
  form().addEventListener("reset", () => setTimeout(changed));
}

/** Opens a requirement in the list, even if the filters hide it. */
export async function revealRequirement(id: string): Promise<Row | undefined> {
  await showView("requirements");
  const row = areas.flatMap(({ rows }) => rows).find(({ requirement }) => visible(requirement.id) === id);
  if (row === undefined) return undefined;
  if (row.view.hidden) setFilters(new URLSearchParams());
  await openDetails(row.view);
  return row;
}

/** Shows a check within its requirement. Returns `undefined` when the report lacks the requirement. */
export async function revealInRequirements(verdict: Verdict): Promise<HTMLElement | undefined> {
  const row = await revealRequirement(visible(verdict.requirement));
  const name = visible(verdict.check);
  const find = (): HTMLElement | undefined =>
    [...(row?.view.querySelectorAll<HTMLElement>("article.check") ?? [])].find(
      (article) => article.getAttribute("aria-label") === name,
    );
  for (let button = moreOf(row); find() === undefined && button !== null; button = moreOf(row)) button.click();
  return find();
}

function moreOf(row: Row | undefined): HTMLButtonElement | null {
  return row?.view.querySelector<HTMLButtonElement>("button.more") ?? null;
}
