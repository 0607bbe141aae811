/** Styles of hints, tabs, steps and expandable blocks. */
export const panels = `
.hint { --of: var(--info); --ground: var(--info-tint); --sign: var(--info-text); position: relative; margin-block: 0
  1.25rem; padding: .9rem 1.1rem; padding-inline-start: 3rem; border: 1px solid
  color-mix(in srgb, var(--of) 30%, var(--page)); border-radius: var(--radius); background: var(--ground); }
.hint::before { content: "i"; content: "i" / ""; position: absolute; inset-inline-start: 1.05rem; inset-block-start:
  1.1rem; display: grid; place-items: center; width: 1.3rem; height: 1.3rem; border: 2px solid var(--sign);
  border-radius: 50%; color: var(--sign); font: 700 .8rem/1 var(--sans); }
.hint-warning { --of: var(--warning); --ground: var(--warning-tint); --sign: var(--warning-text); }
.hint-danger { --of: var(--danger); --ground: var(--danger-tint); --sign: var(--danger-text); }
.hint-success { --of: var(--success); --ground: var(--success-tint); --sign: var(--success-text); }
.hint-warning::before { content: "!"; content: "!" / ""; }
.hint-danger::before { content: "×"; content: "×" / ""; font-size: 1rem; }
.hint-success::before { content: "✓"; content: "✓" / ""; }
.text .hint > .visually-hidden + * { margin-block-start: 0; }
.tabs { position: relative; display: flex; flex-wrap: wrap; min-width: 0; margin: 0 0 1.25rem; padding: 0; border: 1px
  solid var(--line); border-radius: var(--radius); }
.tabs::before { content: ""; order: 1; flex: 0 0 100%; height: 1px; background: var(--line); }
.tab { display: contents; }
.tab > input { position: absolute; inset-block-start: 1rem; inset-inline-start: 1rem; width: 1px; height: 1px; margin:
  0; opacity: 0; }
.tab > label { order: 0; margin: 0 .25rem -1px; padding: .6rem .65rem; border-block-end: 2px solid transparent; color:
  var(--soft); font-size: .9375rem; font-weight: 550; cursor: pointer; }
.tab:first-of-type > label { margin-inline-start: .5rem; }
.tab > label:hover { color: var(--text); }
.tab > input:checked + label { border-color: var(--link); color: var(--text); }
.tab > input:focus-visible + label { outline: 2px solid var(--link); outline-offset: -2px; border-radius: 4px; }
.tab > .panel { order: 2; display: none; flex: 0 0 100%; min-width: 0; padding: 1rem 1.1rem; }
.tab > input:checked ~ .panel { display: block; }
.stepper { margin: 0 0 1.25rem !important; padding: 0 !important; list-style: none; counter-reset: step; }
.stepper > .step { position: relative; margin: 0; padding-block-end: 1.6rem; padding-inline-start: 3rem;
  counter-increment: step; }
.stepper > .step::before { content: counter(step); position: absolute; inset-block-start: 0; inset-inline-start: 0;
  z-index: 1; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; background:
  var(--primary-tint); color: var(--primary-text); font-size: .9375rem; font-weight: 650; }
.stepper > .step:not(:last-child)::after { content: ""; position: absolute; inset-block: 2.35rem .35rem;
  inset-inline-start: 1rem; width: 1px; background: var(--line); }
.text .step > :first-child { margin-block-start: .15rem; }
.expandable { margin-block: 0 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); }
.expandable > summary { display: flex; gap: .6rem; padding: .7rem 1.1rem; border-radius: var(--radius); font-weight:
  550; }
.expandable > summary:hover { background: var(--subtle); }
.expandable > summary::before, .outline summary::before { content: ""; flex: none; width: .5rem; height: .5rem;
  margin-block-start: .5rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
.expandable:dir(rtl) > summary::before { transform: rotate(135deg); }
.expandable[open] > summary::before, .outline [open] > summary::before { transform: rotate(45deg); }
.expandable > :not(summary) { margin-inline: 1.1rem; }
.text .expandable > div > :first-child { margin-block-start: .3rem; }
.expandable[open] { padding-block-end: 1rem; }
`;
