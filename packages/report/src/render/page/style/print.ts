/** On paper: no controls, nothing cut off, no finding split over two pages when it fits on one. */
export const PRINT_STYLE = `
@media print {
  nav, form, .controls, button, .skip, #log { display: none !important; }
  body { font-size: 10pt; background: #fff; }
  .top, main, footer { max-width: none; padding-inline: 0; }
  .finding, .requirement, .verdict { break-inside: avoid; }
  pre { max-height: none; overflow: visible; }
  .scroll { overflow: visible; }
}
`;
