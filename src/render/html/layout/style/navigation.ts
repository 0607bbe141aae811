/** Styles of the navigation: a column next to the text, or a drawer over the text on narrow screens. */
export const navigation = `
.navigation ul { margin: 0; padding: 0; list-style: none; }
.menu a, .menu .group, .spaces summary { display: flex; align-items: center; gap: .35rem; }
.menu a, .menu li > span:not(.group) { padding: .3rem .7rem; border-radius: calc(var(--radius) - 2px); color:
  var(--soft); font-size: .9375rem; line-height: 1.45; text-decoration: none; }
.menu a:hover { background: var(--subtle); color: var(--text); }
.menu a[aria-current] { background: var(--primary-tint); color: var(--primary-text); font-weight: 550; }
.pages a[aria-current] { scroll-initial-target: nearest; }
.menu .icon { width: 1rem; height: 1rem; opacity: .75; }
.menu .closed .icon { margin-inline-start: auto; }
.menu :dir(rtl) .closed .icon { transform: scaleX(-1); }
.menu .title-emoji { margin-inline-end: .15em; }
.pages .pages, .pages ul { margin-inline-start: .7rem; padding-inline-start: .5rem; border-inline-start: 1px solid
  var(--line); }
.pages .group { padding: 1.4rem .7rem .4rem; color: var(--text); font-size: .8125rem; font-weight: 650; letter-spacing:
  .01em; }
.pages > li:first-child > .group { padding-block-start: .3rem; }
.pages .group + ul { margin-inline-start: 0; padding-inline-start: 0; border: 0; }
.spaces { margin-block-end: 1.25rem; }
.spaces summary { min-height: 2.6rem; padding: .35rem .75rem; border: 1px solid var(--edge); border-radius:
  var(--radius); font-size: .9375rem; font-weight: 550; }
.spaces summary .icon { margin-inline-start: auto; }
.spaces ul { margin-block-start: .25rem; padding: .375rem; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--page); box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .14); }
.bar button, .close { display: flex; align-items: center; gap: .5rem; border: 0; background: none; font-weight: 550; }
.close { display: none; }
@media (min-width: 50rem) {
  .bar { display: none; }
  .navigation { position: sticky; inset-block-start: var(--top); align-self: start; }
  .menu { display: block; position: static; inset: auto; width: auto; height: auto; max-height:
    calc(100vh - var(--top)); max-height: calc(100dvh - var(--top)); margin: 0 -.7rem; padding: 2rem .2rem 3rem;
    border: 0; background: none; color: inherit; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin;
      }
  .spaces { margin-inline: .7rem; }
}
@media (max-width: 49.99rem) {
  :root:has(.bar) { --top: 3rem; }
  .navigation { position: sticky; inset-block-start: 0; z-index: 10; margin-inline: calc(-1 * clamp(1rem, 3vw, 2rem));
    border-block-end: 1px solid var(--line); background: var(--page); }
  .layout:has(.navigation) main { padding-block-start: 1.5rem; }
  .bar button { min-height: 3rem; padding-inline: clamp(1rem, 3vw, 2rem); }
  .menu { padding: 1rem; background: var(--page); color: inherit; }
}
@media (max-width: 49.99rem) {
  @supports not selector(:popover-open) { .bar { display: none; } .navigation { position: static; } }
  @supports selector(:popover-open) {
    .menu { position: fixed; inset: 0; inset-inline-end: auto; width: min(20rem, 88vw); height: 100%; max-height: none;
      margin: 0; border: 0; overflow-y: auto; overscroll-behavior: contain; box-shadow: 0 0 2rem rgb(0 0 0 / .3); }
    .menu::backdrop { background: rgb(10 14 20 / .45); }
    .menu .close { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin: -.5rem -.5rem .25rem
      auto; padding: 0; border-radius: var(--radius); }
    .menu .close .icon { width: 1.25rem; height: 1.25rem; opacity: 1; }
    .menu a { padding-block: .5rem; }
  }
}
`;
