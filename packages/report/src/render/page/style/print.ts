/**
 * On paper: a certificate of the run on its own page, then outcome, failures and the open view. No controls, nothing
 * cut off, and no finding is split if it fits on a page.
 */
export const PRINT_STYLE = `
@media screen { .certificate { display: none; } }
@media print {
  .certificate { break-after: page; }
  .certificate-title { font-size: 14pt; letter-spacing: 0.02em; }
  .certificate-outcome { font-size: 28pt; font-weight: 700; color: var(--tone); line-height: 1.2; }
  .certificate table { margin: 1rem 0; }
  .certificate-facts { display: grid; grid-template-columns: 1fr; gap: 0.375rem; }
  .certificate-facts > div { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 1rem; }
  .certificate-waived { margin-top: 1rem; }
  .next { display: none; }
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
