/**
 * Styles around the text of a page: its title, the outline, and the links to the previous and next page. Also styles of
 * search results.
 */
export const page = `
.page-cover { margin-block-end: 2rem; }
.page-cover img { display: block; width: 100%; max-height: 15rem; border-radius: var(--radius); object-fit: cover; }
.breadcrumbs ol { display: flex; flex-wrap: wrap; margin: 0 0 .75rem; padding: 0; list-style: none; color: var(--soft);
  font-size: .875rem; }
.breadcrumbs li + li::before { content: "/"; content: "/" / ""; margin-inline: .5rem; color: var(--edge); }
.breadcrumbs a { color: var(--soft); text-decoration: none; }
.breadcrumbs a:hover { color: var(--text); text-decoration: underline; }
.breadcrumbs .title-emoji { margin-inline-end: .25em; }
.page-head { margin-block-end: 2rem; }
h1 { margin: 0; font-size: clamp(1.75rem, 1.4rem + 1.5vw, 2.25rem); font-weight: 700; line-height: 1.2; letter-spacing:
  -.02em; text-wrap: balance; }
.lead { margin: .75rem 0 0; color: var(--soft); font-size: 1.125rem; line-height: 1.55; text-wrap: pretty; }
.outline ul { margin: 0; padding: 0; list-style: none; font-size: .875rem; line-height: 1.45; }
.outline a { display: block; padding: .25rem 0; color: var(--soft); text-decoration: none; }
.outline a:hover { color: var(--link); }
.outline ul { scroll-target-group: auto; }
.outline a:target-current { color: var(--link); font-weight: 550; }
.outline .level-2 { padding-inline-start: .9rem; }
.outline .level-3 { padding-inline-start: 1.8rem; }
.outline-title { display: none; }
.outline summary { display: flex; gap: .6rem; padding: .55rem .9rem; border: 1px solid var(--line); border-radius:
  var(--radius); color: var(--soft); font-size: .9375rem; }
.outline details[open] ul { padding: .5rem .9rem; }
.outline { margin-block-end: 2rem; }
@media (min-width: 80rem) {
  .outline { grid-area: 1 / 2 / span 4 / 2 !important; position: sticky; inset-block-start: calc(var(--top) + 2.25rem);
    margin: 0; padding-inline-start: 1rem; border-inline-start: 1px solid var(--line); }
  @supports selector(::details-content) {
    .outline details::details-content { content-visibility: visible; display: block; }
    .outline details > summary { display: none; }
    .outline details ul, .outline details[open] ul { max-height: calc(100vh - var(--top) - 7rem); padding: 0;
      overflow-y: auto; scrollbar-width: thin; }
    .outline-title { display: block; margin: 0 0 .4rem; font-size: .8125rem; font-weight: 650; }
  }
}
.neighbours { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem;
  margin-block-start: 3.5rem; }
.neighbours a { display: flex; align-items: center; gap: .75rem; padding: .8rem 1rem; border: 1px solid var(--line);
  border-radius: var(--radius); color: var(--text); text-decoration: none; }
.neighbours a:hover { border-color: var(--link); }
.neighbours .icon { color: var(--soft); }
.neighbours > .next { flex-direction: row-reverse; text-align: end; justify-content: space-between; }
.neighbours .place { display: block; color: var(--soft); font-size: .8125rem; }
.neighbours .name { font-weight: 550; line-height: 1.4; }
.facts { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1.5rem; margin-block-start: 2rem;
  color: var(--soft); font-size: .875rem; }
.facts p { margin: 0; }
.facts a { display: inline-flex; align-items: center; gap: .4rem; color: var(--soft); }
.facts a:hover { color: var(--text); }
.found h2 { margin: 2.25rem 0 0; padding-block-end: .4rem; border-block-end: 1px solid var(--line); color: var(--soft);
  font-size: .875rem; font-weight: 600; }
.found h3 { margin: 0; font-size: 1.125rem; line-height: 1.4; }
.found ul { margin: 0; padding: 0; list-style: none; }
.found p { margin: .15rem 0 0; }
.found-pages mark { padding: 0; background: none; color: inherit; font-weight: 650; }
.found-pages > li { padding-block: 1.1rem; border-block-end: 1px solid var(--line); }
.found-pages > li:last-child { border: 0; }
.found-pages ul { display: grid; gap: .75rem; margin-block-start: .75rem; padding-inline-start: 1rem;
  border-inline-start: 2px solid var(--line); }
.found-pages li p { color: var(--soft); font-size: .9375rem; line-height: 1.55; }
.outcome { color: var(--soft); }
.outcome strong { display: block; color: var(--text); font-size: 1.125rem; }
.found-pages a { text-decoration: none; }
.found-pages a:hover { text-decoration: underline; }
.found-pages li li > a { font-weight: 550; }
`;
