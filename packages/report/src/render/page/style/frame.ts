/** The frame: type, header, navigation, sections, forms, focus. */
export const FRAME_STYLE = `
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text); font-variant-emoji: text; overflow-wrap: anywhere;
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
code, pre, .id, .anchor, .method, .address, .at, .took, .answer { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre { font-size: 0.8125rem; }
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; line-height: 1.3; margin-bottom: 0.75rem; }
h3 { font-size: 1rem; }
h4 { font-size: 0.9375rem; font-weight: 500; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h2:focus, article:focus { outline: none; }
h2:focus-visible, article:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -100vw; top: 0; background: var(--surface); padding: 0.5rem 1rem; z-index: 2; }
.skip:focus { left: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top, nav ul, main, footer { max-width: 76rem; margin: 0 auto; padding-inline: 1.5rem; }
.top { padding-block: 1.5rem 1rem; }
.brand { color: var(--quiet); margin-bottom: 1rem; }
.brand strong { color: var(--text); }
.verdict { display: flex; gap: 1rem; align-items: center; background: var(--surface); border: 1px solid var(--line); border-left: 6px solid var(--tone); border-radius: 8px; padding: 1rem 1.25rem; }
.verdict-symbol { font-size: 2.25rem; line-height: 1; color: var(--tone); min-width: 2.5rem; text-align: center; }
.verdict h1 { color: var(--tone); }
.reason { font-size: 1.0625rem; }
.notice { margin-top: 0.75rem; padding: 0.625rem 1rem; border: 1px solid var(--line); border-left: 6px solid var(--open); border-radius: 6px; background: var(--surface); }
.notice.warn { border-left-color: var(--warn); }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0.5rem 1.5rem; margin-top: 1.25rem; }
.facts dt { color: var(--quiet); font-size: 0.8125rem; }

nav { position: sticky; top: 0; z-index: 1; background: var(--ground); border-block: 1px solid var(--line); }
nav ul { display: flex; gap: 0.25rem 1.125rem; list-style: none; overflow-x: auto; padding-block: 0.5rem; white-space: nowrap; }
nav a { text-decoration: none; display: block; padding: 0.125rem 0; }
nav a:hover { text-decoration: underline; }
/* Chromium counts the text of closed selects as overflow. */
main { overflow-x: clip; padding-block: 1.5rem; display: grid; gap: 2.25rem; grid-template-columns: minmax(0, 1fr); }
footer { color: var(--quiet); padding-block: 1rem 2.5rem; }
.count { color: var(--quiet); font-weight: 400; font-size: 0.875em; font-variant-numeric: tabular-nums; }
p.quiet { color: var(--quiet); font-size: 0.875rem; margin-top: 0.375rem; }

form, .controls { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin-bottom: 0.75rem; }
.controls { align-items: center; }
label { display: grid; gap: 0.125rem; font-size: 0.8125rem; color: var(--quiet); }
.grow { flex: 1 1 16rem; }
input, select, button { font: inherit; font-size: 0.9375rem; color: var(--text); background: var(--surface); border: 1px solid var(--quiet); border-radius: 6px; padding: 0.375rem 0.625rem; min-height: 2.25rem; }
input { width: 100%; }
::placeholder { color: var(--quiet); opacity: 1; }
label { min-width: 0; max-width: 100%; }
select { max-width: min(100%, 18rem); }
button { cursor: pointer; }
button:hover:not(:disabled) { background: var(--sunken); }
button:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
button.small { font-size: 0.75rem; min-height: 1.5rem; padding: 0 0.5rem; flex: none; }
@media (max-width: 40rem) {
  .top, nav ul, main, footer { padding-inline: 0.875rem; }
  h1 { font-size: 1.375rem; }
  .facts { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
  .verdict { padding: 0.875rem; gap: 0.625rem; }
}
`;
