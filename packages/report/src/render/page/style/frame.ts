/** The frame: type, head, list of views, forms, focus. */
export const FRAME_STYLE = `
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text); font-variant-emoji: text; overflow-wrap: anywhere;
  font: 0.9375rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
code, pre, .id, .anchor, .method, .address, .at, .took, .answer, .route { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre { font-size: 0.8125rem; }
h1, h2, h3, h4, p, dl, dd, ul, ol { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h2 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; margin-bottom: 0.25rem; }
h3 { font-size: 1.0625rem; line-height: 1.4; }
h4 { font-size: 0.9375rem; font-weight: 500; }
.view > h3 { margin: 2rem 0 0.625rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h2:focus, article:focus { outline: none; }
h2:focus-visible, article:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -100vw; top: 0; background: var(--surface); padding: 0.5rem 1rem; z-index: 3; }
.skip:focus { left: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.top { position: sticky; top: 0; z-index: 2; display: flex; gap: 0.5rem 1.25rem; align-items: center; background: var(--surface); border-bottom: 1px solid var(--line); padding: 0.5rem 1.5rem; min-height: 3rem; }
.brand { font-size: 1rem; letter-spacing: -0.01em; }
.top-target { flex: 1; min-width: 0; display: flex; gap: 0.75rem; align-items: baseline; white-space: nowrap; overflow: hidden; }
.target { overflow: hidden; text-overflow: ellipsis; color: var(--quiet); }
.target .wire { white-space: nowrap; }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto; }
nav { position: sticky; top: 3rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; padding: 1.25rem 0.75rem 2rem; font-size: 0.875rem; }
.nav-title { color: var(--quiet); font-size: 0.75rem; font-weight: 600; padding: 0.75rem 0.75rem 0.25rem; }
nav .count { flex: none; }
nav a { display: flex; justify-content: space-between; gap: 0.5rem; text-decoration: none; color: var(--text); padding: 0.25rem 0.75rem; border-radius: 6px; }
nav a:hover { background: var(--sunken); }
nav a[aria-current] { background: var(--sunken); font-weight: 600; box-shadow: inset 3px 0 0 var(--link); }
nav .count.bad, nav .count.warn, nav .count.open { color: var(--tone); font-weight: 600; }
/* Chromium counts the text of closed selects as overflow. */
main { overflow-x: clip; padding: 1.75rem 1.5rem 3rem; display: grid; gap: 3rem; grid-template-columns: minmax(0, 1fr); align-content: start; min-height: 70vh; }
@media screen { .scripted .away { display: none; } }
footer { color: var(--quiet); font-size: 0.8125rem; border-top: 1px solid var(--line); padding: 1rem 1.5rem 2rem; }
.count { color: var(--quiet); font-weight: 400; font-size: 0.875em; font-variant-numeric: tabular-nums; white-space: nowrap; }
.lead { color: var(--quiet); max-width: 48rem; margin-bottom: 1.25rem; }
.empty { color: var(--quiet); background: var(--surface); border: 1px dashed var(--line); border-radius: 8px; padding: 0.875rem 1.125rem; margin-top: 0.75rem; }
p.quiet { color: var(--quiet); font-size: 0.875rem; margin-top: 0.375rem; }

form, .controls { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 0.75rem 0; }
label { display: grid; gap: 0.125rem; font-size: 0.8125rem; color: var(--quiet); min-width: 0; max-width: 100%; }
.grow { flex: 1 1 100%; }
.controls .grow { flex: 1 1 16rem; }
input, select, button { font: inherit; font-size: 0.875rem; color: var(--text); background: var(--surface); border: 1px solid var(--quiet); border-radius: 6px; padding: 0.375rem 0.625rem; min-height: 2.25rem; }
input { width: 100%; }
::placeholder { color: var(--quiet); opacity: 1; }
select { width: 100%; max-width: 13rem; }
button { cursor: pointer; }
button:hover:not(:disabled) { background: var(--sunken); }
button:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
button.small { font-size: 0.75rem; min-height: 1.625rem; padding: 0 0.625rem; flex: none; }
button[aria-pressed="true"] { background: var(--text); color: var(--surface); border-color: var(--text); }
#theme::before { content: "\\25d0\\00a0"; }
@media (max-width: 60rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  nav { z-index: 1; background: var(--ground); max-height: none; display: flex; gap: 0.25rem; overflow-x: auto; padding: 0.5rem 1rem; border-bottom: 1px solid var(--line); }
  html { scroll-padding-top: 7rem; }
  nav ul { display: flex; gap: 0.25rem; }
  nav a { white-space: nowrap; }
  .nav-title { display: none; }
}
@media (max-width: 40rem) {
  .top { padding-inline: 0.875rem; }
  main { padding: 1.25rem 0.875rem 2rem; }
  h2 { font-size: 1.25rem; }
}
`;
