/** Styles of API operations, parameters and members. */
export const specification = `
.api { margin-block: 0 2rem; }
.text .api-title { margin-block-end: .5rem; }
.api-address code { overflow-wrap: anywhere; }
.api-facts, .api-type { color: var(--soft); font-size: .9375rem; overflow-wrap: anywhere; }
.api-type-name { color: var(--soft); font: .8125rem/1.5 var(--mono); overflow-wrap: anywhere; }
.api-required { color: var(--danger-text); font-size: .8125rem; }
.api-members { margin: 0 0 1.25rem; border-block-start: 1px solid var(--line); }
.api-members > dt { padding-block-start: .6rem; overflow-wrap: anywhere; }
.api-members > dd { margin: 0; padding-block: .15rem .6rem; border-block-end: 1px solid var(--line); }
.api-members > dd > p, .api .table p { margin-block: 0 .25rem; }
.api-inner > .api-members { margin-block: .4rem 0; margin-inline-start: 1rem; }
.api-inner > summary { cursor: pointer; color: var(--soft); font-size: .9375rem; }
.text .api-response { margin-block-end: .6rem; }
`;
