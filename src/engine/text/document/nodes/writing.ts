import type { BlockContent, DefinitionContent, FootnoteDefinition } from 'mdast';
import { ContentError, type ContentRef } from '../../../base/types.js';
import { maxAnnotationDepth } from './nodes.js';
import { membersAt, refuse, textAt } from './shape.js';

/** What the writers of blocks, inlines and tables share while one document is written. */
export interface Writing {
  /** Where a reference leads, as written in a link; checked to be text. */
  destination(ref: unknown, pointer: string): string;
  /** Writes the blocks of an annotation's note as a footnote, and says its label. */
  note(blocks: unknown, pointer: string): string;
  /** The footnotes that were written. */
  notes: FootnoteDefinition[];
}

/** A block of Markdown. */
export type Content = BlockContent | DefinitionContent;

/** How a document is written. */
export interface WriteOptions {
  /** How a reference is written in a link; a relative path for a page, say. A ContentError refuses it. */
  destination?(ref: ContentRef): string;
}

/** The state of one write; `writeNote` writes the blocks of a note. */
export function writingOf(
  { destination = plainDestination }: WriteOptions,
  writeNote: (blocks: unknown, pointer: string) => Content[],
): Writing {
  const notes: FootnoteDefinition[] = [];
  let depth = 0;
  return {
    notes,
    note(blocks, pointer) {
      if (depth === maxAnnotationDepth)
        refuse(pointer, `must not be nested deeper than ${maxAnnotationDepth} annotations`);
      const label = String(notes.length + 1);
      const definition: FootnoteDefinition = { type: 'footnoteDefinition', identifier: label, label, children: [] };
      notes.push(definition);
      depth++;
      definition.children = writeNote(blocks, pointer);
      depth--;
      return label;
    },
    destination(value, pointer) {
      const ref = membersAt(value, pointer);
      textAt(ref.kind, `${pointer}/kind`);
      for (const [name, member] of Object.entries(ref))
        if (typeof member === 'object' && member !== null) refuse(`${pointer}/${name}`, 'must be a string', member);
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
