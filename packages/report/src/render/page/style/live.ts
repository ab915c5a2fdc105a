/** Styles of the live page only: the strip in its head, the view of a running run, plots. */
export const LIVE_STYLE = `
#strip { display: flex; gap: 0.75rem; align-items: center; font-size: 0.8125rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
#strip-state { color: var(--tone); text-decoration: none; font-weight: 600; }
.instead { color: var(--warn); }
#start input, #compare select { min-width: 12rem; }
#compare select { max-width: 24rem; }
progress { width: 100%; height: 0.75rem; accent-color: var(--link); }
#failing { display: grid; gap: 0.5rem; margin-top: 0.5rem; }
#failing > li { background: var(--surface); border: 1px solid var(--line); border-left: 6px solid var(--bad); border-radius: 8px; padding: 0.625rem 1rem; }
#failing > li.warn { border-left-color: var(--warn); }
#elapsed { font-variant-numeric: tabular-nums; font-weight: 600; }
#failing summary { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: baseline; }
#last-requests { font: 0.75rem/1.7 ui-monospace, monospace; padding: 0.5rem 0.875rem; min-height: 10.5em; }
#last-requests li { white-space: nowrap; }
.again { display: flex; flex-wrap: wrap; gap: 0.375rem; align-items: center; margin-top: 0.75rem; font-size: 0.8125rem; color: var(--quiet); }
.again form { margin: 0; flex: 1 1 100%; }
.again input { flex: 1 1 14rem; width: auto; }
.plot { padding: 0.75rem; display: flex; }
.plot > svg { display: block; flex: none; }
.plot > .columns { flex: 1; min-width: 12rem; }
${[2, 3, 4, 5, 6].map((tens) => `.plot > .tens-${tens} { min-width: ${tens * 16}rem; }`).join("\n")}
.plot text { font: 0.6875rem system-ui, sans-serif; fill: var(--quiet); }
.plot text.on { fill: var(--text); font-weight: 600; }
.plot rect { fill: var(--tone, var(--sunken)); }
.plot rect.ground { fill: var(--sunken); }
.plot .heat.none { fill: var(--sunken); }
.plot .heat.s1 { fill: color-mix(in srgb, var(--bad) 15%, var(--surface)); }
.plot .heat.s2 { fill: color-mix(in srgb, var(--bad) 26%, var(--surface)); }
.plot .heat.s3 { fill: color-mix(in srgb, var(--bad) 36%, var(--surface)); }
.plot .heat.s4 { fill: color-mix(in srgb, var(--bad) 46%, var(--surface)); }
.plot a:hover rect { opacity: 0.8; }
.plot line { stroke: var(--line); }
.plot line.way { stroke: var(--link); stroke-width: 1.5; }
.plot circle { fill: var(--link); }
@media (max-width: 60rem) { .top:has(#strip) { flex-wrap: wrap; } #strip { order: 3; flex: 1 1 100%; flex-wrap: wrap; } }
@media print { #strip, .again { display: none; } }
`;
