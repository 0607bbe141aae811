/** Styles for print: only the text, with nothing collapsed, and with the addresses of links to other sites. */
export const print = `
@media print {
  .site-header, .sections, .navigation, .outline, .neighbours, .site-footer, .skip-link, .heading-link, .facts a,
    .breadcrumbs { display: none !important; }
  body { font-size: 10.5pt; }
  main { padding: 0; }
  .layout, .page-document { display: block !important; }
  main > * { max-width: none; }
  .table { overflow: visible; }
  .text :is(th, td) { min-width: 0 !important; overflow-wrap: anywhere; }
  .text .table code { overflow-wrap: anywhere; }
  pre, .line {  white-space: pre-wrap !important; overflow-wrap: anywhere; }
  .tab > .panel { display: block; }
  .tab { display: block; flex: 0 0 100%; padding: .5rem 1rem; }
  .text pre > code { width: auto; }
  details::details-content { content-visibility: visible; display: block; }
  h1, h2, h3, h4, .step::before { break-after: avoid; }
  figure, .hint, .card, .cards > *, tr, pre { break-inside: avoid; }
  .text a[href^="http"]:not(.button, .card)::after { content: " (" attr(href) ")"; color: var(--soft); font-size: .85em;
    overflow-wrap: anywhere; }
}
`;
