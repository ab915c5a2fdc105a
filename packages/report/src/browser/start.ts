import { startChecks } from "./check-view.ts";
import { hasReport } from "./data.ts";
import { startFilters } from "./filter-lists.ts";
import { startInterface } from "./interface-text.ts";
import { startLazy } from "./lazy.ts";
import { startLog } from "./log.ts";
import { startRequirements } from "./requirements.ts";
import { followAddress } from "./route.ts";
import { startTheme } from "./theme.ts";

// A second click on a link does not change the address, but should lead to its target again.
function again(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link !== null && link.hash === location.hash && link.hash !== "") void followAddress(false);
}

/** Starts the script of a report page. Resolves when the view that the address selects is shown. */
export async function startPage(): Promise<void> {
  document.documentElement.classList.add("scripted");
  startTheme();
  startLazy();
  if (hasReport) {
    startChecks();
    startRequirements();
    startInterface();
    startLog();
    startFilters();
  }
  addEventListener("hashchange", () => void followAddress(false));
  document.addEventListener("click", again);
  // Paper cannot be opened, so similar failures are printed too.
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>(".cause .elsewhere, .view:not(.away) .group"))
      details.open = true;
  });
  await followAddress(true);
}
