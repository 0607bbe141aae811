/**
 * Styles of blocks that exist only in the Markdown dialect: change logs, and API operations that authors write by hand.
 */
export const dialect = `
.update + .update { margin-block-start: 2rem; padding-block-start: 2rem; border-block-start: 1px solid var(--line); }
.update-facts { color: var(--soft); font-size: .875rem; }
.api-part { margin-block-end: .8rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
`;
