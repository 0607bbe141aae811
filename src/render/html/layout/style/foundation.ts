import { themeProperties } from './palette.js';

/** Colors by theme, fonts, and styles of all elements. Printed pages are light. */
export const foundation = `
:root { color-scheme: light; ${themeProperties('light')} --radius: .5rem; --bar: 3.75rem; --top: var(--bar);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif, "Emoji";
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "Noto Sans Mono", monospace, "Emoji"; }
@media screen { [data-theme=dark] { color-scheme: dark; ${themeProperties('dark')} } }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--top) + 1.25rem); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; background: var(--page);
  color: var(--text);
  font: 1rem/1.65 var(--sans); overflow-wrap: break-word; }
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
  a, button, summary, input { transition: color .12s, background-color .12s, border-color .12s, box-shadow .12s; }
}
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: max(1px, .06em); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
button, input, summary { font: inherit; color: inherit; }
button, summary { cursor: pointer; }
h1, .text :is(h2, h3, h4), nav a, summary, .group, .site-name, .site-footer { overflow-wrap: anywhere; }
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
img { max-width: 100%; }
img[width] { height: auto; }
svg.icon { flex: none; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.title-emoji { margin-inline-end: .45em; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.skip-link { position: absolute; inset-block-start: .5rem; inset-inline-start: .5rem; z-index: 30; padding: .5rem 1rem;
  border-radius: var(--radius);
  background: var(--page); color: var(--link); box-shadow: 0 0 0 2px var(--link); }
.skip-link:not(:focus) { clip-path: inset(50%); }
:root:not([data-theme=dark]) .only-dark { display: none; }
@media screen { [data-theme=dark] .only-light { display: none; } }
@media print { .only-dark { display: none !important; } }
`;
