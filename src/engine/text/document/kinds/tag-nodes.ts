import type { Tag } from '../syntax/tag-syntax.js';

/** A tag that opens a block: what follows stands right under it. */
export function opened(value: string): Tag {
  return { type: 'tag', value };
}

/** The tag that closes a block: it stands right under what it closes. */
export function closed(name: string): Tag {
  return { type: 'tag', value: `{% end${name} %}` };
}

/** A tag that is a whole block. */
export function alone(value: string): Tag {
  return { type: 'tag', value, alone: true };
}
