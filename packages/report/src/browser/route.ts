import { visible } from "../text/visible.ts";
import { wantedBy } from "./address.ts";
import { report } from "./data.ts";
import { announce } from "./dom.ts";
import { openDetails } from "./lazy.ts";
import { setLog } from "./log.ts";
import { revealInRequirements, revealRequirement, setFilters } from "./requirements.ts";
import { showView } from "./views.ts";

/** Shows the part of the page that the address selects. With `arriving`, the focus stays where the browser put it. */
export async function followAddress(arriving: boolean): Promise<void> {
  const wanted = wantedBy(location.hash);
  switch (wanted.kind) {
    case "view": {
      const view = await showView(wanted.view);
      if (view?.id === "requirements") setFilters(wanted.parameters);
      if (view?.id === "log") setLog(wanted.parameters);
      scrollTo(0, 0);
      if (arriving) return;
      view?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
      return;
    }
    case "check":
      return revealCheck(wanted.check);
    case "requirement": {
      const row = await revealRequirement(wanted.requirement);
      if (row === undefined) return announce("This report has no requirement with that name");
      row.view.scrollIntoView({ block: "start" });
      row.view.querySelector("summary")?.focus({ preventScroll: true });
      return;
    }
    default:
      return wanted satisfies never;
  }
}

async function revealCheck(name: string): Promise<void> {
  const verdict = report.verdicts.find(({ check }) => visible(check) === name);
  if (verdict === undefined) {
    await showView("outcome");
    announce("This report has no check with that name");
    return;
  }
  const article = (await inPage(name)) ?? (await revealInRequirements(verdict));
  if (article === undefined) return;
  for (
    let around = article.closest("details");
    around !== null;
    around = around.parentElement?.closest("details") ?? null
  )
    around.open = true;
  const evidence = article.querySelector<HTMLDetailsElement>("details.evidence");
  if (evidence !== null) await openDetails(evidence);
  document.querySelector(".check.current")?.classList.remove("current");
  article.classList.add("current");
  (article.closest(".too, .cause") ?? article).scrollIntoView({ block: "start" });
  article.focus({ preventScroll: true });
}

/** Shows the view that contains a check as HTML, and returns the element of the check, if there is one. */
async function inPage(name: string): Promise<HTMLElement | undefined> {
  const article = document.getElementById(`check=${name}`);
  const view = article?.closest(".view");
  if (article === null || view === null || view === undefined) return undefined;
  await showView(view.id);
  return article;
}
