/** Styles of images, cards and tables. */
export const media = `
.text img { border-radius: calc(var(--radius) - 2px); vertical-align: middle; }
.text figure { margin-inline: 0; }
.image.wide img { width: 100%; }
.text .line-image { height: 1.25em; width: auto; vertical-align: -.25em; }
:is(.image, .gallery).framed img { padding: .75rem; border: 1px solid var(--line); background: var(--subtle); }
.text figcaption { margin-block-start: .5rem; color: var(--soft); font-size: .875rem; line-height: 1.5; }
.text .code figcaption { margin: 0; }
.gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: 1rem;
  align-items: start; margin-block: 0 1.25rem; }
.gallery > figure { margin: 0; }
.text a.card { display: grid; grid-template-columns: 1fr auto; align-items: center; column-gap: 1rem; margin-block: 0
  1.25rem; padding: .8rem 1.1rem; border: 1px solid var(--line); border-radius: var(--radius); color: var(--text);
  font-weight: 550; text-decoration: none; overflow-wrap: anywhere; }
a.card > span { grid-column: 1; }
a.card::after { content: "→"; content: "→" / ""; grid-area: 1 / 2 / span 2 / 2; color: var(--soft); font-weight: 400; }
a.card:dir(rtl)::after { transform: scaleX(-1); }
.text a.card:hover { border-color: var(--link); }
.text a.card:hover .card-title { color: var(--link); }
.card-kind, .card-field-name { color: var(--soft); font-size: .8125rem; font-weight: 400; }
.linked > a.card { margin: 0; }
.text .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 1rem;
  margin: 0 0 1.5rem; padding: 0; list-style: none; }
.text .cards.large { grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
.cards > .card { position: relative; min-width: 0; margin: 0; padding: 1rem 1.1rem; border: 1px solid var(--line);
  border-radius: var(--radius); line-height: 1.5; }
.cards > .card:has(.card-target):hover { border-color: var(--link); }
.text .card-cover { display: block; width: calc(100% + 2.2rem); max-width: none; height: 9rem; margin: -1rem -1.1rem
  1rem; border-radius: calc(var(--radius) - 1px) calc(var(--radius) - 1px) 0 0; object-fit: cover; }
.card-field + .card-field, .card-field p { margin-block: .3rem 0; }
.card-field:first-of-type p { margin: 0; }
.card-target { display: inline-block; margin-block-start: .6rem; font-size: .875rem; text-decoration: none; }
.card-target::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius); }
.tag { display: inline-block; padding: .05rem .5rem; border-radius: 1rem; background: var(--primary-tint); color:
  var(--primary-text); font-size: .8125rem; }
.rating { color: var(--warning-text); white-space: nowrap; }
.table { margin-block: 0 1.25rem; overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); }
.text table { width: 100%; border-collapse: collapse; font-size: .9375rem; line-height: 1.5; }
.text :is(th, td) { padding: .6rem .9rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align:
  top; overflow-wrap: normal; min-width: 6.5rem; }
.text :is(th, td).long { min-width: 16rem; }
.text .table code { overflow-wrap: normal; }
.text .table pre > code { width: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.text table > :last-child > tr:last-child > :is(td, th) { border-block-end: 0; }
.text thead :is(th, td) { background: var(--subtle); font-weight: 600; vertical-align: bottom; }
.text :is(th, td) > p { margin-block-end: .5rem; }
`;
