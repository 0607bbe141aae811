/** Styles of code and its lines. */
export const code = `
.text pre { margin: 0; padding: .95rem 1.1rem; overflow-x: auto; font-family: var(--mono); font-size: .875rem;
  line-height: 1.65; tab-size: 4; }
.text pre code { font-size: inherit; }
.code { margin-block: 0 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--subtle);
  }
.text .code { margin-block: 0 1.25rem; overflow: hidden; }
.code figcaption { padding: .5rem 1.1rem; border-block-end: 1px solid var(--line); color: var(--soft); font:
  .8125rem/1.5 var(--mono); }
.code pre:focus-visible { outline-offset: -2px; }
.text pre > code { display: block; width: max-content; min-width: 100%; }
.text .wrap pre > code { width: auto; }
.line { display: block; }
.wrap .line { white-space: pre-wrap; overflow-wrap: anywhere; }
.numbered { counter-reset: line; }
.numbered .line { counter-increment: line; }
.numbered .line::before { content: counter(line); content: counter(line) / ""; display: inline-block; min-width: 1.5em;
  margin-inline-end: 1.2em; color: var(--soft); text-align: end; user-select: none; }
.line.highlighted { margin-inline: -1.1rem; padding-inline: calc(1.1rem - 3px) 1.1rem; border-inline-start: 3px solid
  var(--primary); background: var(--primary-tint); }
.token-comment { color: var(--soft); font-style: italic; }
.token-keyword { color: var(--purple-text); }
.token-name { color: var(--blue-text); }
.token-string { color: var(--green-text); }
.token-value { color: var(--orange-text); }
.operation { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; margin-block: 0 1.25rem; padding:
  .9rem 1.1rem; border: 1px solid var(--line); border-radius: var(--radius); }
.method { padding: .1rem .5rem; border-radius: 5px; background: var(--primary-tint); color: var(--primary-text); font:
  700 .8125rem/1.5 var(--mono); }
.method-post { background: var(--success-tint); color: var(--success-text); }
.method-put, .method-patch { background: var(--warning-tint); color: var(--warning-text); }
.method-delete { background: var(--danger-tint); color: var(--danger-text); }
.specification { margin-inline-start: auto; font-size: .875rem; }
.operation code { overflow-wrap: anywhere; }
`;
