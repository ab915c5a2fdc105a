/** The first view: verdict, shares, first causes, areas, facts. */
export const OUTCOME_STYLE = `
.verdict { display: flex; gap: 1.25rem; align-items: center; background: var(--surface); border: 1px solid var(--line); border-left: 6px solid var(--tone); border-radius: 10px; padding: 1.25rem 1.5rem; }
.verdict-symbol { font-size: 2.5rem; line-height: 1; color: var(--tone); min-width: 2.75rem; text-align: center; }
.verdict h2 { color: var(--tone); font-size: 1.875rem; line-height: 1.15; letter-spacing: -0.015em; }
.reason { font-size: 1.125rem; line-height: 1.45; margin-top: 0.25rem; }
.notice { margin-top: 0.75rem; padding: 0.75rem 1.125rem; border: 1px solid var(--line); border-left: 6px solid var(--open); border-radius: 8px; background: var(--surface); }
.notice.next { border-left-color: var(--link); }
.notice.warn { border-left-color: var(--warn); }
.shares { margin-top: 1.5rem; }
.shares-title { margin-bottom: 0.5rem; }
.shares .bar { height: 1rem; border-radius: 5px; }
.bar { display: block; width: 100%; min-width: 5rem; height: 0.5rem; border-radius: 4px; background: var(--sunken); }
.bar rect { fill: var(--tone); }
.bar rect.quiet { fill: color-mix(in srgb, var(--quiet) 38%, var(--surface)); }
.legend { display: flex; flex-wrap: wrap; gap: 0.375rem 1.25rem; margin: 0.75rem 0; font-size: 0.875rem; }
.legend li { color: var(--tone, inherit); }
.legend a { color: var(--tone); text-decoration: none; }
.legend a:hover { text-decoration: underline; }
.legend strong { font-variant-numeric: tabular-nums; }
.first-causes li + li { margin-top: -1px; }
.first-causes a { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr) auto auto; gap: 0.25rem 1rem; align-items: baseline; color: var(--text); text-decoration: none; background: var(--surface); border: 1px solid var(--line); padding: 0.625rem 1rem; }
.first-causes li:first-child a { border-radius: 8px 8px 0 0; }
.first-causes li:last-child a { border-radius: 0 0 8px 8px; }
.first-causes li:only-child a { border-radius: 8px; }
.first-causes a:hover { background: var(--sunken); }
.first-causes .text { text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 0.2em; }
.first-causes + p { margin-top: 0.5rem; }
.areas { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.625rem; }
.areas a { display: block; color: var(--text); text-decoration: none; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem 0.875rem 0.75rem; height: 100%; }
.areas a:hover { border-color: var(--link); }
.area-name { display: flex; gap: 0.5rem; align-items: baseline; margin-bottom: 0.375rem; }
.area-name > :last-child { margin-left: auto; color: var(--tone); font-size: 0.8125rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0.75rem 1.5rem; }
.facts dt { color: var(--quiet); font-size: 0.8125rem; }
.permissions { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 0.25rem 1rem; }
.permissions .badge { min-width: 6.5rem; }
.tallies { display: flex; gap: 1.5rem; margin: 1rem 0; }
@media (max-width: 60rem) { .first-causes a { grid-template-columns: minmax(0, 1fr) auto; } .first-causes .text { grid-column: 1 / -1; grid-row: 1; } .first-causes .id { display: none; } }
@media (max-width: 40rem) {
  .verdict { padding: 1rem; gap: 0.75rem; }
  .verdict-symbol { font-size: 1.75rem; min-width: 1.75rem; }
  .reason { font-size: 1rem; }
  .facts { grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
}
`;
