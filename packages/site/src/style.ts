import { COLOURS_STYLE } from "@plumbline/report/colours";

/** The style sheet of the site, with the colours and fonts of a report and no external resources. */
export const STYLE = `${COLOURS_STYLE}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-variant-emoji: text; }
code, pre, kbd, h1.id, .rules > li > a, .faults > li > a { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code, pre, kbd { font-size: 0.8125rem; }
:not(pre) > code { background: var(--sunken); border-radius: 4px; padding: 0.0625rem 0.3125rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
a code { color: inherit; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -100vw; top: 0; background: var(--surface); padding: 0.5rem 1rem; z-index: 3; }
.skip:focus { left: 0; }

.top { position: sticky; top: 0; z-index: 2; display: flex; gap: 0.25rem 1.5rem; align-items: center; background: var(--surface); border-bottom: 1px solid var(--line); padding: 0.5rem 1.5rem; min-height: 3.25rem; }
.brand { font-weight: 700; color: var(--text); text-decoration: none; letter-spacing: -0.01em; }
.top nav { flex: 1; min-width: 0; }
.top ul { display: flex; gap: 0.25rem; margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
.top nav a { display: block; color: var(--text); text-decoration: none; padding: 0.25rem 0.625rem; border-radius: 6px; white-space: nowrap; }
.top nav a:hover { background: var(--sunken); }
.top nav a[aria-current] { background: var(--sunken); font-weight: 600; box-shadow: inset 0 -2px 0 var(--link); }
.tools { display: flex; gap: 0.5rem; }
button, input { font: inherit; font-size: 0.875rem; color: var(--text); background: var(--surface); border: 1px solid var(--quiet); border-radius: 6px; padding: 0.375rem 0.75rem; min-height: 2.25rem; }
button { cursor: pointer; }
button:hover { background: var(--sunken); }
button.small { font-size: 0.8125rem; min-height: 1.875rem; padding: 0 0.75rem; white-space: nowrap; }
kbd { color: var(--quiet); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.3125rem; margin-left: 0.25rem; font-size: 0.75rem; }
#theme::before { content: "\\25d0\\00a0"; }

main { max-width: 54rem; margin: 0 auto; padding: 1.75rem 1.5rem 4rem; }
h1 { font-size: 1.875rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0.25rem 0 0.75rem; }
h1.id { font-size: 1.375rem; letter-spacing: 0; color: var(--quiet); font-weight: 600; margin-bottom: 0.375rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 0.625rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.375rem; }
h2 + h3 { margin-top: 0.75rem; }
p { margin: 0.625rem 0; }
ul, ol { padding-left: 1.375rem; margin: 0.625rem 0; }
li { padding: 0.125rem 0; }
.lead { color: var(--quiet); font-size: 1.0625rem; max-width: 46rem; }
.statement { font-size: 1.375rem; line-height: 1.4; font-weight: 600; letter-spacing: -0.01em; margin: 0 0 1.25rem; }
.count { color: var(--quiet); font-size: 0.875rem; font-weight: 400; font-variant-numeric: tabular-nums; }
.tag { display: inline-block; font: 400 0.75rem/1.5 system-ui, sans-serif; color: var(--quiet); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.375rem; white-space: nowrap; }
.tag.must { color: var(--text); font-weight: 600; border-color: var(--quiet); }
.tag.should { color: var(--text); }

.crumbs ol { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; list-style: none; padding: 0; margin: 0 0 0.75rem; font-size: 0.875rem; color: var(--quiet); }
.crumbs li + li::before { content: "/"; margin-right: 0.5rem; }
.facts { display: grid; gap: 0.375rem; margin: 0 0 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 0.875rem 1.125rem; font-size: 0.9375rem; }
.facts > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.75rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
.words > div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 0.75rem; margin: 0.375rem 0; }

.wide { display: block; width: 100%; max-width: 46rem; text-align: left; color: var(--quiet); padding: 0.75rem 1rem; font-size: 1rem; margin: 1.25rem 0; }
.start { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 1.25rem 0; font-weight: 600; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15.5rem, 1fr)); gap: 0.625rem; list-style: none; padding: 0; }
.cards li { margin: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 0.75rem 1rem; display: flex; flex-direction: column; justify-content: space-between; gap: 0.25rem; position: relative; }
.cards a::after { content: ""; position: absolute; inset: 0; border-radius: 10px; }
.cards li:hover { border-color: var(--link); }
.cards a { text-decoration: none; line-height: 1.35; }
.cards a:hover { text-decoration: underline; }
.links { columns: 14rem; }
.beside { margin-top: 3rem; border-top: 1px solid var(--line); font-size: 0.9375rem; }
.beside [aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }

.rules { list-style: none; padding: 0; border-top: 1px solid var(--line); }
.rules > li { margin: 0; padding: 0.4375rem 0; border-bottom: 1px solid var(--line); display: grid; grid-template-columns: 15.5rem 6.75rem minmax(0, 1fr); gap: 0.125rem 0.75rem; align-items: baseline; font-size: 0.9375rem; }
.rules > li > .tag { justify-self: start; }
.rules > li > a, .faults > li > a { font-size: 0.8125rem; }
.faults { list-style: none; padding: 0; }
.faults > li { padding: 0.25rem 0; }
.faults > li > a:first-child { display: inline-block; min-width: 4.25rem; margin-right: 0.25rem; }
.faults > li:target { background: var(--sunken); box-shadow: -0.5rem 0 0 var(--sunken), -0.75rem 0 0 var(--link); border-radius: 3px; }
.self { color: var(--text); font-weight: 600; }
.breaks { color: var(--quiet); font-size: 0.875rem; }
.places { columns: 20rem; }
.places li, .links li, .cases li { break-inside: avoid; }
.cases { columns: 18rem; }
.sent code { background: none; padding: 0; }
.sent { font-size: 0.875rem; }
.sentences li { max-width: 46rem; }

.versus { display: grid; gap: 0.375rem; margin: 0.75rem 0; }
.versus > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.75rem; background: var(--sunken); border-radius: 6px; padding: 0.5rem 0.875rem; box-shadow: inset 3px 0 0 var(--good); }
.versus .received { box-shadow: inset 3px 0 0 var(--bad); }
.versus .expected dt::before { content: "\\2713\\00a0"; color: var(--good); }
.versus .received dt::before { content: "\\2717\\00a0"; color: var(--bad); }
.exchange { margin: 0.75rem 0; }
.exchange-title { margin: 0 0 0.25rem; color: var(--quiet); font-size: 0.875rem; }
pre { margin: 0.375rem 0; padding: 0.75rem 0.875rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
pre.command { background: var(--sunken); border-color: transparent; }
summary { cursor: pointer; color: var(--link); border-radius: 3px; width: fit-content; }

.scroll { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; font-size: 0.9375rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.75rem; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
th { font-weight: 600; }
thead th { color: var(--quiet); font-size: 0.8125rem; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
footer { color: var(--quiet); font-size: 0.8125rem; border-top: 1px solid var(--line); padding: 1rem 1.5rem 2rem; text-align: center; }

dialog { color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; width: min(44rem, calc(100vw - 1.5rem)); margin-top: 5vh; max-height: 88vh; box-shadow: 0 1rem 3rem rgb(0 0 0 / 25%); }
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog h2 { margin: 0 0 0.5rem; font-size: 1.125rem; }
.asking { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.375rem 0.5rem; }
.asking label { grid-column: 1 / -1; color: var(--quiet); font-size: 0.8125rem; }
.asking input { width: 100%; }
dialog .count { margin: 0.5rem 0 0.25rem; min-height: 1.5em; }
::placeholder { color: var(--quiet); opacity: 1; }
.results { list-style: none; padding: 0; margin: 0; overflow-y: auto; }
.results li { padding: 0.4375rem 0.25rem; border-top: 1px solid var(--line); margin: 0; }
.results .text { display: block; color: var(--quiet); font-size: 0.875rem; }

@media (max-width: 48rem) {
  .top { position: static; flex-wrap: wrap; padding: 0.5rem 0.875rem; }
  .top nav { order: 1; flex-basis: 100%; }
  .top ul { flex-wrap: wrap; gap: 0; margin-left: -0.5rem; font-size: 0.8125rem; }
  .top nav a { padding: 0.25rem 0.5rem; }
  .tools { margin-left: auto; }
  html { scroll-padding-top: 1rem; }
  main { padding: 1.25rem 0.875rem 3rem; }
  h1 { font-size: 1.5rem; }
  .statement { font-size: 1.1875rem; }
  .facts > div, .versus > div, .words > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .rules > li { grid-template-columns: minmax(0, 1fr) auto; }
  .rules .text { grid-column: 1 / -1; }
  kbd { display: none; }
}
@media print { .top, footer, dialog { display: none; } }
`;
