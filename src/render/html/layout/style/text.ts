import { namedColors } from './named-colors.js';

/** Styles of inline content, and of blocks of text. */
export const text = `
.text > :first-child { margin-block-start: 0; }
.text p, .text ul, .text ol, .text dl, .text blockquote, .text pre, .text figure { margin-block: 0 1.15rem; }
.text :is(li, td, th, .column, details > div, blockquote, .hint, .panel, .step, figcaption, summary, details, .notes li)
  > :last-child { margin-block-end: 0; }
.text :is(h2, h3, h4) { position: relative; margin-block: 2.4rem .8rem; font-weight: 650; line-height: 1.3;
  letter-spacing: -.012em; text-wrap: balance; }
.text h2 { margin-block-start: 2.9rem; font-size: 1.5rem; }
.text h3 { font-size: 1.2rem; }
.text h4 { font-size: 1.0313rem; margin-block-start: 1.9rem; }
.text :is(h2, h3, h4) + :is(h3, h4) { margin-block-start: 1rem; }
.heading-link { position: absolute; inset-inline-end: 100%; padding-inline-end: .35em; color: var(--soft); font-weight:
  400; text-decoration: none; opacity: 0; }
@media (max-width: 49.99rem) { .heading-link { position: static; padding: 0; } }
:is(h2, h3, h4):hover > .heading-link, .heading-link:focus-visible { opacity: 1; }
.text ul, .text ol { padding-inline-start: 1.6rem; }
.text li { margin-block: .3rem; }
.text li > :is(ul, ol) { margin-block: .3rem; }
.text li > p { margin-block-end: .3rem; }
.text li > p + p { margin-block-start: .6rem; }
.text li::marker { color: var(--soft); }
.text .tasks { padding-inline-start: 0; list-style: none; }
.text .tasks .tasks { padding-inline-start: 1.75rem; }
.text .task { position: relative; padding-inline-start: 1.75rem; list-style: none; }
.task > .box { position: absolute; inset-inline-start: 0; }
.box { color: var(--primary-text); font: 1.15rem/1.45 var(--sans); }
.text blockquote { margin-inline: 0; padding-inline-start: 1.15rem; border-inline-start: 3px solid var(--edge); color:
  var(--soft); }
.text hr { margin-block: 2.5rem; border: 0; border-block-start: 1px solid var(--line); }
.text :is(code, kbd, samp) { font-family: var(--mono); font-size: .875em; }
.text :not(pre) > code { padding: .12em .35em; border: 1px solid var(--line); border-radius: 5px; background:
  var(--subtle); overflow-wrap: anywhere; }
.text kbd { padding: .1em .4em; border: 1px solid var(--edge); border-block-end-width: 2px; border-radius: 5px;
  background: var(--subtle); white-space: nowrap; }
.text mark { padding-inline: .15em; border-radius: 3px; background: none; color: inherit; }
.text :is(sub, sup) { line-height: 0; }
.text a:not(.button, .card, .heading-link):hover { text-decoration-thickness: 2px; }
.text :is(.hint, mark, [class*=background-], [class*=color-]) a:not(.button) { color: inherit; }
.text .button { margin-block: .15rem; }
.mention, .annotation { text-decoration: underline dotted; }
.annotation { text-decoration-color: var(--edge); }
.text span.icon { display: none; }
p:has(+ .note-back) { display: inline; }
.note-back { margin-inline-start: .35em; }
.text .columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1.5rem; }
.math { overflow-x: auto; margin-block: 0 1.15rem; padding-block: .25rem; text-align: center; }
math { font-size: 1.08em; }
.notes { margin-block-start: 3rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); color:
  var(--soft); font-size: .9rem; }
.text :target { scroll-margin-block-start: calc(var(--top) + 1.25rem); }
.notes :target, li:target { background: var(--primary-tint); border-radius: 4px; }
.text .center { text-align: center; }
.text .end { text-align: end; }
${namedColors}`;
