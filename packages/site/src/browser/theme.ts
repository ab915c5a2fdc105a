import { byId } from "./dom.ts";

/** The storage key, which is the same in reports, so that they share the choice. */
const KEY = "plumbline-theme";

/** Starts the switch between light and dark. Until it is used, the reader's system setting applies. */
export function startTheme(): void {
  const button = byId("theme", HTMLButtonElement);
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = stored();
  const isDark = (): boolean => (chosen === undefined ? system.matches : chosen === "dark");
  const show = (): void => {
    if (chosen !== undefined) document.documentElement.dataset["theme"] = chosen;
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", `Switch to the ${isDark() ? "light" : "dark"} theme`);
  };
  button.addEventListener("click", () => {
    chosen = isDark() ? "light" : "dark";
    store(chosen);
    show();
  });
  system.addEventListener("change", show);
  button.hidden = false;
  show();
}

// A page from a file may have no storage: then the choice lasts until the page is closed.
function stored(): "light" | "dark" | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    return undefined;
  }
}

function store(theme: "light" | "dark"): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    return;
  }
}
