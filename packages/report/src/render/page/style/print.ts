/** On paper: outcome, failures and the view that is open; no controls, nothing cut off, no finding split when it fits on a page. */
export const PRINT_STYLE = `
@media print {
  .top, nav, form, .controls, button, .skip, .evidence { display: none !important; }
  .scripted .away:not(#outcome, #failures) { display: none; }
  body { font-size: 10pt; background: #fff; }
  .frame { display: block; }
  main { display: block; overflow: visible; padding: 0; }
  .view { margin-bottom: 2rem; }
  .cause, .requirement, .verdict, .areas a { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  pre, .matrix { max-height: none; overflow: visible; }
  .matrix thead th, .matrix tbody th { position: static; }
  .scroll { overflow: visible; }
  .area, #log-entries { content-visibility: visible; }
}
`;
