import type { BlockContent, DefinitionContent } from 'mdast';
import { ContentError, type ContentRef } from '../types.js';
import { membersAt, refuse, textAt } from './shape.js';

/** What the writers of blocks, inlines and tables share while one document is written. */
export interface Writing {
  /** Where a reference leads, as written in a link; checked to be text. */
  destination(ref: unknown, pointer: string): string;
}

/** A block of Markdown. */
export type Content = BlockContent | DefinitionContent;

/** How a document is written. */
export interface WriteOptions {
  /** How a reference is written in a link; a relative path for a page, say. A ContentError refuses it. */
  destination?(ref: ContentRef): string;
}

/** The state of one write. */
export function writingOf({ destination = plainDestination }: WriteOptions): Writing {
  return {
    destination(value, pointer) {
      const ref = membersAt(value, pointer);
      textAt(ref.kind, `${pointer}/kind`);
      try {
        return textAt(destination(ref as ContentRef), pointer);
      } catch (error) {
        if (error instanceof ContentError && error.pointer === undefined)
          refuse(pointer, `is refused: ${error.message}`);
        throw error;
      }
    },
  };
}

function plainDestination(ref: ContentRef): string {
  if (ref.kind === 'url' && typeof ref.url === 'string') return ref.url;
  if (ref.kind === 'anchor' && typeof ref.anchor === 'string' && !ref.page && !ref.space) return `#${ref.anchor}`;
  throw new ContentError(`a reference of kind "${ref.kind}" has no destination in Markdown here`);
}
