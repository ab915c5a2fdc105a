const starters = new Map<string, () => void | Promise<void>>();

/** Registers a function that builds a view when it is first shown. */
export function whenShown(view: string, build: () => void | Promise<void>): void {
  starters.set(view, build);
}

/** Shows one view and marks its link; an unknown name shows the first view. Resolves when the view is built. */
export async function showView(name: string): Promise<HTMLElement | undefined> {
  const views = [...document.querySelectorAll<HTMLElement>("main > .view")];
  const view = views.find(({ id }) => id === name) ?? views[0];
  if (view === undefined) return undefined;
  for (const one of views) one.classList.toggle("away", one !== view && !one.classList.contains(`with-${view.id}`));
  for (const link of document.querySelectorAll("nav a")) {
    const current = link.getAttribute("href") === `#${view.id}`;
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    if (current) link.scrollIntoView({ block: "nearest", inline: "center" });
  }
  const build = starters.get(view.id);
  starters.delete(view.id);
  await build?.();
  return view;
}
