/** Tables: of counts, the two matrices, limits, coverage. */
export const TABLES_STYLE = `
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-top: 0.75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.875rem; }
tbody th { font-weight: 500; }
td { min-width: 6rem; }
td.number { min-width: 0; }
tbody th:has(> .anchor) { min-width: 15rem; }
thead th { color: var(--quiet); font-size: 0.8125rem; font-weight: 500; white-space: nowrap; vertical-align: bottom; }
tbody tr { border-top: 1px solid var(--line); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { color: var(--tone, var(--text)); font-weight: 600; }
td.zero, .number.zero { color: var(--quiet); font-weight: 400; }
.breakdown .number { color: var(--tone, var(--text)); font-weight: 600; }
.breakdown .number.zero { color: var(--quiet); font-weight: 400; }
.breakdown td:nth-child(2) { min-width: 10rem; vertical-align: middle; }
.share { min-width: 10rem; }
.share .bar { margin: 0.375rem 0 0.25rem; }
.share span { white-space: nowrap; font-variant-numeric: tabular-nums; }
.route { display: block; color: var(--quiet); font-size: 0.75rem; font-weight: 400; }
.ordinal { display: inline-block; min-width: 2.25rem; color: var(--quiet); font-variant-numeric: tabular-nums; font-size: 0.8125rem; }

.matrix { max-height: calc(100vh - 9rem); overflow: auto; }
.of-matrix { position: sticky; top: 3rem; z-index: 1; background: var(--ground); margin: 0; padding: 0.375rem 0; }
.matrix table { width: auto; min-width: 100%; border-collapse: separate; border-spacing: 0; overflow-wrap: normal; }
.matrix tbody tr > * { border-top: 1px solid var(--line); }
.matrix thead th { position: sticky; top: 0; background: var(--surface); z-index: 1; box-shadow: 0 1px 0 var(--line); padding: 0.5rem 0.25rem; text-align: center; white-space: normal; font-size: 0.75rem; line-height: 1.35; min-width: 3.5rem; max-width: 7rem; overflow-wrap: normal; }
.matrix thead th:first-child { text-align: left; left: 0; z-index: 2; max-width: none; padding-left: 0.875rem; }
.matrix thead .wire { overflow-wrap: normal; }
.matrix tbody th { position: sticky; left: 0; background: var(--surface); min-width: 15rem; max-width: 19rem; padding-block: 0; }
.operation { display: flex; gap: 0.375rem; align-items: baseline; font-size: 0.8125rem; line-height: 1.625rem; white-space: nowrap; overflow: hidden; }
.operation .wire { white-space: nowrap; }
.operation .route { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.matrix td { min-width: 0; text-align: center; padding: 0 0.1875rem; vertical-align: middle; line-height: 1; }
.matrix tbody tr:hover > * { background: var(--sunken); }
.cell { display: inline-grid; place-items: center; vertical-align: middle; min-width: 2rem; min-height: 1.4375rem; padding: 0 0.375rem; border-radius: 5px; color: var(--tone); text-decoration: none; font-weight: 600; }
a.cell:hover { outline: 2px solid var(--tone, var(--link)); }
.cell.bad, .cell.fault { background: var(--tone); color: var(--surface); }
.cell.warn { box-shadow: inset 0 0 0 1.5px var(--tone); }
.matrix td:empty::before { content: "\\00b7"; color: var(--quiet); }
.mark { color: var(--tone); font-weight: 600; position: relative; }
.mark.bad { background: var(--tone); color: var(--surface); border-radius: 5px; padding: 0.125rem 0.5rem; }

.ladders { padding: 0.5rem 0 0.75rem; display: grid; gap: 0.5rem; }
.ladder { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 0.25rem 1rem; align-items: baseline; }
.ladder-name small { color: var(--quiet); }
.rungs { display: flex; flex-wrap: wrap; gap: 0.375rem; }
.rung { border: 1px solid var(--line); border-bottom: 3px solid var(--tone); border-radius: 6px; background: var(--surface); padding: 0.125rem 0.625rem; font-size: 0.8125rem; }
.rung a { color: inherit; text-decoration: none; }
.rung a:hover { text-decoration: underline; }
.rung code { font-weight: 600; margin-right: 0.25rem; }
.rung > span, .rung a > span { color: var(--tone); }
.rung small { color: var(--quiet); }
.note { padding: 0.125rem 0; }
.notes tbody th { width: 40%; min-width: 14rem; }
@media (max-width: 40rem) {
  .ladder { grid-template-columns: minmax(0, 1fr); }
  .matrix tbody th { min-width: 11rem; max-width: 12rem; }
  .operation .route, .operation .ordinal { display: none; }
}
`;
