/** Styles of the header, sections, columns and footer of all pages. */
export const frame = `
.top, .sections, .layout, .site-footer { width: 100%; max-width: 90rem; margin-inline: auto; padding-inline:
  clamp(1rem, 3vw, 2rem); }
.site-header { border-block-end: 1px solid var(--line); background: var(--page); }
.preview { margin: 0; padding: .3rem 1rem; background: var(--warning-tint); color: var(--warning-text); font-size:
  .875rem; line-height: 1.4; text-align: center; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; min-height: var(--bar); padding-block:
  .5rem; }
.site-name { display: flex; align-items: center; margin-inline-end: auto; min-width: 0; color: var(--text); font-size:
  1.0625rem; font-weight: 650; letter-spacing: -.01em; text-decoration: none; }
.logo { max-height: 2rem; max-width: 12rem; width: auto; }
.theme-link { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: var(--radius); color:
  var(--soft); }
.theme-link:hover { background: var(--subtle); color: var(--text); }
.search { position: relative; display: flex; align-items: stretch; gap: .5rem; flex: 1 1 100%; order: 3; }
.search .icon { position: absolute; inset-inline-start: .7rem; inset-block: 0; margin-block: auto; color: var(--soft);
  pointer-events: none; }
.search input { flex: 1; min-width: 0; height: 2.5rem; padding-inline: 2.4rem .75rem; border: 1px solid var(--edge);
  border-radius: var(--radius); background: var(--page); appearance: none; }
.button { display: inline-block; padding: .3rem .9rem; border: 1px solid var(--edge); border-radius: var(--radius);
  background: var(--page); color: var(--text); font-weight: 550; line-height: 1.5; text-decoration: none; }
.button:hover { border-color: var(--text); }
.button.primary { border-color: var(--primary); background: var(--primary); color: var(--on-primary); }
.button.primary:hover { border-color: var(--text); box-shadow: 0 0 0 1px var(--text); }
.search input::placeholder { color: var(--soft); opacity: 1; }
.search input:hover { border-color: var(--soft); }
.search-in-content { margin-block: 1.25rem; }
.search-in-content input { height: 3rem; font-size: 1.0625rem; }
.sections { border-block-end: 1px solid var(--line); max-width: none; padding-inline:
  max(clamp(1rem, 3vw, 2rem), (100% - 90rem) / 2 + 2rem); }
.sections ul { margin: 0; padding: 0; list-style: none; }
.sections { position: relative; z-index: 12; }
.sections > ul { display: flex; column-gap: 1.5rem; overflow-x: auto; scrollbar-width: none; }
.sections > ul > li { flex: none; }
.sections a, .sections summary { display: flex; align-items: center; gap: .25rem; color: var(--soft); font-size:
  .9375rem; text-decoration: none; }
.sections > ul > li > a, .sections summary { min-height: 2.75rem; border-block-end: 2px solid transparent; }
.sections a:hover, .sections summary:hover { color: var(--text); }
.sections > ul > li > [aria-current], .sections .current { border-color: var(--link); color: var(--text); font-weight:
  550; }
.sections summary .icon { width: 1rem; height: 1rem; }
.sections details > ul { position: absolute; z-index: 12; inset-block-start: calc(100% + .25rem); min-width: 13rem;
  max-width: calc(100% - 2rem);
  max-height: 60vh; overflow-y: auto; padding: .375rem; border: 1px solid var(--line); border-radius: var(--radius);
    background: var(--page); box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .14); }
.sections details li > a { padding: .35rem .75rem; border-radius: calc(var(--radius) - 2px); }
.sections details li > a:hover, .sections details li > [aria-current] { background: var(--subtle); color: var(--text); }
.sections .group { display: block; padding: .5rem .75rem .15rem; color: var(--text); font-size: .8125rem; font-weight:
  600; }
.layout { flex: 1; }
main { min-width: 0; padding-block: 1.5rem 4rem; }
main > * { max-width: 45rem; }
.page-search, .page-missing { max-width: 45rem; margin-inline: auto; }
.site-footer { padding-block: 1.5rem; border-block-start: 1px solid var(--line); max-width: none; padding-inline:
  max(clamp(1rem, 3vw, 2rem), (100% - 90rem) / 2 + 2rem); color: var(--soft); font-size: .875rem; }
.site-footer p { margin: 0; }
@media (min-width: 50rem) {
  .search-in-header { flex: 0 1 19rem; order: 0; }
  .site-header { position: sticky; inset-block-start: 0; z-index: 11; }
  .top { flex-wrap: nowrap; height: var(--bar); }
  .preview { height: 2rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  :root:has(.preview) { --top: calc(var(--bar) + 2rem); }
  .layout:has(.navigation) { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); gap: clamp(2rem, 4vw, 4rem);
    }
  main { padding-block-start: 2.25rem; }
}
@media (min-width: 80rem) {
  .page-document { display: grid; grid-template-columns: minmax(0, 45rem) 14rem; grid-template-rows: repeat(3, auto)
    1fr; column-gap: clamp(2rem, 4vw, 4rem); justify-content: center; align-items: start; }
  .page-document > * { grid-column: 1; width: 100%; }
  .layout:not(:has(.navigation)) .page-document > * { margin-inline: 0; }
}
`;
