/** Causes, checks, exchanges, requirements, interface text. */
export const CONTENT_STYLE = `
.wire { unicode-bidi: isolate; white-space: pre-wrap; overflow-wrap: anywhere; }
.hidden-char { display: inline-block; white-space: nowrap; line-height: 1.3; color: var(--bad); border: 1px solid currentColor; border-radius: 3px; font-size: 0.8em; padding: 0 0.15em; margin: 0 0.05em; }
.badge { display: inline-flex; gap: 0.375em; align-items: baseline; color: var(--tone); font-weight: 600; font-size: 0.8125rem; white-space: nowrap; }
.tag { display: inline-block; font: 400 0.75rem/1.4 system-ui, sans-serif; color: var(--quiet); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.375rem; }
.tag.strong { color: var(--text); font-weight: 600; }

.cause { background: var(--surface); border: 1px solid var(--line); border-left: 6px solid var(--tone); border-radius: 10px; padding: 1rem 1.25rem 1.125rem; margin-bottom: 1rem; scroll-margin-top: 4rem; }
.cause h3 { font-size: 1.125rem; }
.cause > .statement { margin-top: 0.25rem; }
.cause > .statement .wire, .too > .statement .wire { font-weight: 400; }
.origin { display: flex; flex-wrap: wrap; gap: 0.25rem 0.625rem; align-items: baseline; color: var(--quiet); font-size: 0.8125rem; margin-top: 0.25rem; }
.origin .count { margin-left: auto; font-size: 0.8125rem; }
.check { border-top: 1px solid var(--line); margin-top: 0.875rem; padding-top: 0.875rem; scroll-margin-top: 4rem; }
.check.current { box-shadow: -0.75rem 0 0 -0.5rem var(--link); }
.check h4 { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; align-items: baseline; }
.place { font-weight: 600; }
.place small { color: var(--quiet); font-weight: 400; }
.anchor { font-size: 0.8125rem; overflow-wrap: anywhere; }
.versus { display: grid; gap: 0.375rem; margin-top: 0.75rem; }
.versus > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; }
.versus dd { display: flex; gap: 0.75rem; justify-content: space-between; align-items: baseline; min-width: 0; }
.versus dt { color: var(--quiet); font-size: 0.875rem; }
.versus .expected, .versus .received { background: var(--sunken); border-radius: 6px; padding: 0.5rem 0.75rem; box-shadow: inset 3px 0 0 var(--good); }
.versus .received { box-shadow: inset 3px 0 0 var(--bad); }
.versus .expected dt::before { content: "\\2713\\00a0"; color: var(--good); }
.versus .received dt::before { content: "\\2717\\00a0"; color: var(--bad); }
.deciding { margin-top: 0.75rem; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.deciding > * { margin: 0; padding: 0.375rem 0.75rem; border-radius: 0; max-height: 14rem; overflow-y: auto; }
.deciding > p:not(:first-child) { border-top: 1px solid var(--line); }
.sent { font-size: 0.8125rem; }
.commands { margin-top: 0.625rem; }
.commands > summary { color: var(--link); width: fit-content; }
.too-title { margin-top: 1rem; font-weight: 600; font-size: 0.875rem; }
.rules-too { margin-top: 0.375rem; }
.too { border: 1px solid var(--line); border-radius: 6px; padding: 0.375rem 0.75rem; margin-top: -1px; scroll-margin-top: 4rem; }
.too > summary .text { font-weight: 600; }
.command { display: flex; gap: 0.75rem; align-items: center; margin-top: 0.5rem; background: var(--sunken); border-radius: 6px; padding: 0.375rem 0.75rem; }
.command-name { color: var(--quiet); font-size: 0.8125rem; flex: none; min-width: 6rem; }
.command code { flex: 1; min-width: 0; }

summary { cursor: pointer; border-radius: 3px; }
.exchange > summary::before, .requirement > summary::before { content: "\\25b8"; color: var(--quiet); }
.exchange[open] > summary::before, .requirement[open] > summary::before { content: "\\25be"; }
.evidence, .elsewhere, .about { margin-top: 0.625rem; }
.evidence > summary, .elsewhere > summary, .about > summary { color: var(--link); width: fit-content; }
.about dl { display: grid; gap: 0.625rem; max-width: 52rem; padding: 0.5rem 0 0 1.25rem; font-size: 0.875rem; }
.about dt { font-weight: 600; }
.about dd { margin-top: 0.125rem; }
.about p { padding: 0.5rem 0 0 1.25rem; font-size: 0.875rem; }
.group { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.group > summary .good, .group > summary .bad { color: var(--tone); font-weight: 600; }
.empty + .group { margin-top: 1rem; }
.group > .scroll { margin: 0.5rem 0; }
.checks { columns: 20rem; padding: 0.5rem 0 0.25rem 1.25rem; overflow-wrap: anywhere; font-size: 0.875rem; }
.checks li { break-inside: avoid; }
.exchange { border: 1px solid var(--line); border-radius: 6px; margin-top: 0.375rem; background: var(--surface); }
.exchange > summary { display: flex; gap: 0.25rem 0.75rem; align-items: baseline; padding: 0.375rem 0.75rem; font-size: 0.8125rem; }
.exchange > :not(summary) { margin-inline: 0.75rem; }
.exchange > :last-child:not(summary) { margin-bottom: 0.75rem; }
.at, .took { color: var(--quiet); white-space: nowrap; font-variant-numeric: tabular-nums; }
.at, .took, .answer { flex: none; }
.method { font-weight: 600; max-width: 40%; }
.address { flex: 1; min-width: 8rem; }
.answer { color: var(--tone); font-weight: 600; }
#log-entries { content-visibility: auto; }
.block { margin-top: 0.5rem; }
.block-title { display: flex; gap: 0.75rem; align-items: center; color: var(--quiet); font-size: 0.8125rem; }
pre { margin: 0.125rem 0 0; padding: 0.625rem 0.75rem; background: var(--sunken); border-radius: 6px; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }

.line { display: block; margin-inline: -0.75rem; padding-inline: 0.75rem; min-height: 1lh; }
.line.decides { box-shadow: inset 3px 0 0 var(--bad); background: color-mix(in srgb, var(--bad) 14%, transparent); font-weight: 600; }
.line.differs { box-shadow: inset 3px 0 0 var(--warn); background: color-mix(in srgb, var(--warn) 12%, transparent); }

.area { margin-bottom: 1.25rem; content-visibility: auto; contain-intrinsic-size: auto 40rem; }
.area h3 { padding: 0.5rem 0; }
.requirement { border: 1px solid var(--line); margin-top: -1px; background: var(--surface); padding-inline: 0.875rem; }
.requirement[open] { padding-bottom: 0.875rem; }
.requirement > summary { display: grid; grid-template-columns: 0.75rem 7.75rem 15rem 6.5rem minmax(0, 1fr) auto; gap: 0.125rem 0.75rem; align-items: baseline; padding: 0.4375rem 0; }
.requirement > summary > .tag { justify-self: start; }
.requirement .more { margin-top: 0.75rem; }
.id { font-size: 0.8125rem; font-weight: 600; overflow-wrap: anywhere; }
.statement .wire { font-weight: 600; }
p.statement { margin-top: 0.375rem; }
.requirement .text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.requirement[open] > summary .text { visibility: hidden; }

.part h3 { font-size: 1.25rem; margin: 2rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
.part h4 { font-size: 1rem; font-weight: 600; margin: 1.25rem 0 0.375rem; }
.rules { max-width: 56rem; }
.rule { display: grid; grid-template-columns: 1.5rem minmax(0, 1fr); gap: 0 0.5rem; padding: 0.3125rem 0.75rem 0.3125rem 0.625rem; border-left: 3px solid var(--tone); background: var(--surface); margin-top: 2px; }
.rule .symbol { color: var(--tone); font-weight: 600; text-align: center; }
.rule .id { font-size: 0.75rem; font-weight: 400; }
.rule .tag + .tag { margin-left: 0.25rem; }
.rule-words { color: var(--tone); font-size: 0.75rem; }
@media (max-width: 75rem) {
  .requirement > summary { display: flex; flex-wrap: wrap; }
  .requirement .text { white-space: normal; flex-basis: 100%; order: 1; }
  .requirement[open] > summary .text { display: none; }
}
@media (max-width: 40rem) {
  .cause { padding: 0.75rem 0.875rem; }
  .versus > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .command { flex-wrap: wrap; }
  .command code { flex-basis: 100%; order: 1; }
  .command button { margin-left: auto; }
  .exchange > summary { flex-wrap: wrap; }
  .address { flex-basis: 100%; order: 1; }
}
`;
