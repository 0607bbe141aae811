import type { BlockContent, DefinitionContent, FootnoteDefinition } from 'mdast';
import { ContentError, type ContentRef } from '../../../base/types.js';
import { maxAnnotationDepth } from './nodes.js';
import { membersAt, refuse, textAt } from './shape.js';

/** State of writing one document, shared by the writers of blocks, inlines and tables. */
export interface WriteState {
  /** Returns the link destination of a reference. Refuses a result that is not text. */
  destination(ref: unknown, pointer: string): string;
  /** Writes the blocks of an annotation's note as a footnote, and returns its label. */
  note(blocks: unknown, pointer: string): string;
  /** Footnotes written so far. */
  notes: FootnoteDefinition[];
}

/** A block of Markdown. */
export type Content = BlockContent | DefinitionContent;

/** Options for writing a document. */
export interface WriteOptions {
  /**
   * Returns the link destination of a reference, for example the relative path of a page. May throw a ContentError to
   * refuse it.
   */
  destination?(ref: ContentRef): string;
}

/** Creates the state for writing one document; `writeNote` writes the blocks of a note. */
export function createWriteState(
  { destination = plainDestination }: WriteOptions,
  writeNote: (blocks: unknown, pointer: string) => Content[],
): WriteState {
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
