import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { contentOf, type Html, hole, wellFormed } from './markup.js';
import type { Heading } from './rendered.js';

/** What the blocks of one text are rendered with. */
export interface Rendering {
  /** Renders blocks one after the other; a kind that is not known gives what stands within it. */
  blocks(nodes: readonly DocumentNode[] | undefined): Html;
  /** Takes the text of an annotation and answers the number it has below the text. */
  note(annotation: DocumentNode): number;
  /** Headings so far. */
  headings: Heading[];
  /** Ids of authors that stand in the text: each does once. */
  ids: Set<string>;
  /** Blocks of tabs so far. */
  tabs: number;
  /** Characters of code that may still have colors: finding them takes long. */
  highlighted: number;
  /** Characters of formulas that are still set: setting them takes long. */
  formulas: number;
}

/** Characters of formulas that one text may have; behind them they are shown as they are written. */
const maxFormulas = 50_000;

/** Characters of code that one text may have in colors. */
const maxHighlighted = 100_000;

/** What a text begins with; notes go where it says. */
export function newRendering(notes: DocumentNode[], blocks: (rendering: Rendering, nodes: DocumentNode[]) => Html) {
  const rendering: Rendering = {
    blocks: (nodes = []) => blocks(rendering, [...nodes]),
    note: (annotation) => notes.push(annotation),
    headings: [],
    ids: new Set(),
    tabs: 0,
    highlighted: maxHighlighted,
    formulas: maxFormulas,
  };
  return rendering;
}

/** An id that the renderer makes: no author's begins like it, and each text on a page has its own. */
export function ownId(name: string): Html {
  return contentOf(['~', hole({ hole: 'scope' }), name]);
}

/**
 * The id that an author gave, or that was made of a title, as it stands in addresses: without spaces, which ids cannot have, and
 * not as the ids of the page around it begin. Undefined where another has it, or there is none.
 */
export function authorId({ ids }: Rendering, given: unknown): string | undefined {
  const id = typeof given === 'string' ? wellFormed(given).replace(/\s+/g, '-').replace(/^~+/, '') : '';
  if (id === '' || ids.has(id)) return undefined;
  ids.add(id);
  return id;
}
