/**
 * Every colour of the page. A test requires a contrast of 4.5 between each text colour and each background that it is
 * used on (WCAG 2.2, 1.4.3).
 */
export const PALETTES = {
  light: {
    ground: "#f6f7f9",
    surface: "#ffffff",
    sunken: "#eef0f4",
    line: "#d5dae2",
    text: "#1b2430",
    quiet: "#525d6d",
    link: "#1a56a8",
    good: "#176b3a",
    bad: "#b3261e",
    warn: "#815000",
    open: "#33558b",
    fault: "#7a358f",
  },
  dark: {
    ground: "#10141a",
    surface: "#181e26",
    sunken: "#212934",
    line: "#37424f",
    text: "#e5e9ef",
    quiet: "#a7b1bf",
    link: "#8ab8f8",
    good: "#6fd198",
    bad: "#ff8d83",
    warn: "#f0bd61",
    open: "#9dbcf0",
    fault: "#d9a5ec",
  },
} as const;

function variables(palette: Readonly<Record<string, string>>): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value};`)
    .join("");
}

/**
 * The palettes as custom properties. The reader's system setting selects one until the switch is used; paper gets the
 * light one.
 */
export const COLOURS_STYLE = `
:root { color-scheme: light; ${variables(PALETTES.light)} }
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { color-scheme: dark; ${variables(PALETTES.dark)} } }
@media screen { :root[data-theme="dark"] { color-scheme: dark; ${variables(PALETTES.dark)} } }
.good { --tone: var(--good); }
.bad { --tone: var(--bad); }
.warn { --tone: var(--warn); }
.open { --tone: var(--open); }
.quiet { --tone: var(--quiet); }
.fault { --tone: var(--fault); }
`;
