import type { Tag } from '../syntax/tag-syntax.js';

/** Creates the opening tag of a block; no blank line follows it. */
export function openingTag(value: string): Tag {
  return { type: 'tag', value };
}

/** Creates the closing tag of a block; no blank line precedes it. */
export function closingTag(name: string): Tag {
  return { type: 'tag', value: `{% end${name} %}` };
}

/** Creates a tag that is a whole block. */
export function standaloneTag(value: string): Tag {
  return { type: 'tag', value, alone: true };
}
