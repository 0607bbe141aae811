import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { type Html, hole, joinContent, wellFormed } from './markup.js';
import type { Heading } from './rendered.js';

/** State for rendering the blocks of one text. */
export interface RenderState {
  /** Renders blocks one after the other. A block of an unknown type shows its content. */
  blocks(nodes: readonly DocumentNode[] | undefined): Html;
  /** Adds an annotation and returns its number in the notes below the text. */
  note(annotation: DocumentNode): number;
  /** Headings so far. */
  headings: Heading[];
  /** Ids of authors that are already used in the text; each is used once. */
  ids: Set<string>;
  /** Number of tab blocks so far. */
  tabs: number;
  /** Characters of code that may still be highlighted; limits the time. */
  highlighted: number;
  /** Characters of formulas that may still be converted; limits the time. */
  formulas: number;
}

/** Most characters of formulas in one text; further ones are shown as TeX. */
const maxFormulas = 50_000;

/** Most characters of highlighted code in one text. */
const maxHighlighted = 100_000;

/**
 * Creates the state for a new text.
 * @param notes receives the annotations
 */
export function newRendering(notes: DocumentNode[], blocks: (rendering: RenderState, nodes: DocumentNode[]) => Html) {
  const rendering: RenderState = {
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

/** Returns an id of the renderer. It cannot be equal to an id of an author, and is unique for each text on a page. */
export function rendererId(name: string): Html {
  return joinContent(['~', hole({ placeholder: 'scope' }), name]);
}

/**
 * Returns an id that an author set or that derives from a title, as used in addresses. It has no spaces and no leading
 * `~`, which ids of the frame begin with. Undefined if it is already used or empty.
 */
export function authorId({ ids }: RenderState, given: unknown): string | undefined {
  const id = typeof given === 'string' ? wellFormed(given).replace(/\s+/g, '-').replace(/^~+/, '') : '';
  if (id === '' || ids.has(id)) return undefined;
  ids.add(id);
  return id;
}
