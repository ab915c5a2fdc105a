/** What stands in the sections: tables, findings, checks, exchanges, requirements. */
export const CONTENT_STYLE = `
.wire { unicode-bidi: isolate; white-space: pre-wrap; overflow-wrap: anywhere; }
.hidden-char { display: inline-block; white-space: nowrap; line-height: 1.3; color: var(--bad); border: 1px solid currentColor; border-radius: 3px; font-size: 0.8em; padding: 0 0.15em; margin: 0 0.05em; }
.badge { display: inline-flex; gap: 0.375em; align-items: baseline; color: var(--tone); font-weight: 600; font-size: 0.8125rem; white-space: nowrap; }
.tag { display: inline-block; font: 400 0.75rem/1.4 system-ui, sans-serif; color: var(--quiet); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.375rem; }
.tag.strong { color: var(--text); font-weight: 600; }

.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.875rem; }
td { min-width: 7rem; }
td.number { min-width: 0; }
thead th { color: var(--quiet); font-size: 0.8125rem; font-weight: 500; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { color: var(--tone, var(--text)); font-weight: 600; }
td.zero { color: var(--quiet); font-weight: 400; }
.share span { white-space: nowrap; font-variant-numeric: tabular-nums; }
.bar { display: block; width: 100%; min-width: 9rem; height: 0.5rem; border-radius: 4px; margin: 0.375rem 0 0.25rem; background: var(--sunken); }
.bar rect { fill: var(--tone); }

.finding, .area { margin-bottom: 1rem; }
.finding { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; }
.finding:last-child { margin-bottom: 0; }
.finding h3 { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: center; }
.statement { font-size: 1rem; margin-top: 0.375rem; }
.section { color: var(--quiet); font-size: 0.8125rem; margin-top: 0.125rem; }
.check { border-top: 1px solid var(--line); margin-top: 0.875rem; padding-top: 0.875rem; scroll-margin-top: 3.5rem; }
.check.current { border-left: 4px solid var(--link); margin-left: -0.75rem; padding-left: calc(0.75rem - 4px); }
.check h4 { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; align-items: baseline; }
.place { font-weight: 600; }
.place small { color: var(--quiet); font-weight: 400; }
.anchor { font-size: 0.8125rem; overflow-wrap: anywhere; }
.versus { display: grid; gap: 0.25rem; margin-top: 0.5rem; }
.versus div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 0.75rem; }
.versus dt { color: var(--quiet); }
.command { display: flex; gap: 0.75rem; align-items: center; margin-top: 0.5rem; background: var(--sunken); border-radius: 6px; padding: 0.375rem 0.75rem; }
.command-name { color: var(--quiet); font-size: 0.8125rem; flex: none; }
.command code { flex: 1; min-width: 0; }

summary { cursor: pointer; }
.exchange > summary::before, .requirement > summary::before { content: "\\25b8"; color: var(--quiet); }
.exchange[open] > summary::before, .requirement[open] > summary::before { content: "\\25be"; }
.evidence { margin-top: 0.5rem; }
.evidence > summary { color: var(--link); width: fit-content; }
.group { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.group:first-of-type { border-top: 0; }
#not-run h3 { margin: 1rem 0 0.25rem; }
.checks { columns: 22rem; padding: 0.5rem 0 0.25rem 1.5rem; overflow-wrap: anywhere; }
.exchange { border: 1px solid var(--line); border-radius: 6px; margin-top: 0.375rem; background: var(--surface); }
.exchange > summary { display: flex; gap: 0.25rem 0.75rem; align-items: baseline; padding: 0.375rem 0.75rem; font-size: 0.8125rem; }
.exchange > :not(summary) { margin-inline: 0.75rem; }
.exchange > :last-child:not(summary) { margin-bottom: 0.75rem; }
.at, .took { color: var(--quiet); white-space: nowrap; font-variant-numeric: tabular-nums; }
.at, .took, .answer { flex: none; }
.method { font-weight: 600; max-width: 40%; }
.address { flex: 1; min-width: 8rem; }
.answer { color: var(--tone); font-weight: 600; white-space: nowrap; }
.block { margin-top: 0.5rem; }
.block-title { display: flex; gap: 0.75rem; align-items: center; color: var(--quiet); font-size: 0.8125rem; }
pre { margin: 0.125rem 0 0; padding: 0.625rem 0.75rem; background: var(--sunken); border-radius: 6px; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }

.area h3 { padding: 0.5rem 0; }
.requirement { border: 1px solid var(--line); margin-top: -1px; background: var(--surface); padding-inline: 0.875rem; }
.requirement[open] { padding-bottom: 0.875rem; }
.requirement > summary { display: grid; grid-template-columns: 0.75rem 8.5rem 15rem 6.5rem minmax(0, 1fr) auto; gap: 0.125rem 0.75rem; align-items: baseline; padding: 0.4375rem 0; }
.requirement > summary > .tag { justify-self: start; }
.id { font-size: 0.8125rem; font-weight: 600; overflow-wrap: anywhere; }
.requirement .text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.requirement[open] > summary .text { visibility: hidden; }
@media (max-width: 60rem) {
  .requirement > summary { display: flex; flex-wrap: wrap; }
  .requirement .text { white-space: normal; flex-basis: 100%; order: 1; }
  .requirement[open] > summary .text { display: none; }
}
@media (max-width: 40rem) {
  .finding { padding: 0.75rem 0.875rem; }
  .versus div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .command { flex-wrap: wrap; }
  .command code { flex-basis: 100%; order: 1; }
  .command button { margin-left: auto; }
  .exchange > summary { flex-wrap: wrap; }
  .address { flex-basis: 100%; order: 1; }
}
`;
