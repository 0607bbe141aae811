import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { type Html, joinContent, placeholderHtml, wellFormed } from './markup.js';
import type { Heading } from './rendered.js';

/** State for rendering the blocks of one text. */
export interface RenderState {
  /** Renders blocks one after the other. If the type of a block is unknown, renders only its content. */
  blocks(nodes: readonly DocumentNode[] | undefined): Html;
  /** Adds an annotation and returns its number in the notes below the text. */
  note(annotation: DocumentNode): number;
  /** Headings so far. */
  headings: Heading[];
  /** Ids of authors that are already used in the text. Each may be used only once. */
  ids: Set<string>;
  /** Number of tab blocks so far. */
  tabs: number;
  /** Number of characters of code that may still be highlighted. It limits the rendering time. */
  highlighted: number;
  /** Number of characters of formulas that may still be converted. It limits the rendering time. */
  formulas: number;
}

/** Maximum number of characters of formulas in one text; further formulas are shown as TeX. */
const maxFormulas = 50_000;

/** Maximum number of characters of highlighted code in one text. */
const maxHighlighted = 100_000;

/**
 * Creates the state for rendering a text.
 * @param notes list that the annotations of the text are added to
 */
export function createRenderState(
  notes: DocumentNode[],
  blocks: (renderState: RenderState, nodes: DocumentNode[]) => Html,
) {
  const renderState: RenderState = {
    blocks: (nodes = []) => blocks(renderState, [...nodes]),
    note: (annotation) => notes.push(annotation),
    headings: [],
    ids: new Set(),
    tabs: 0,
    highlighted: maxHighlighted,
    formulas: maxFormulas,
  };
  return renderState;
}

/**
 * Returns an id for an element that the renderer adds. It differs from the ids of authors, and is unique for each text
 * on a page.
 */
export function rendererId(name: string): Html {
  return joinContent(['~', placeholderHtml({ placeholder: 'scope' }), name]);
}

/**
 * Converts an id that an author set, or that was derived from a title, to the form for addresses. It has no spaces, and
 * no leading `~`, because ids of the frame begin with `~`. Returns undefined if the id is empty or already used.
 */
export function authorId({ ids }: RenderState, given: unknown): string | undefined {
  const id = typeof given === 'string' ? wellFormed(given).replace(/\s+/g, '-').replace(/^~+/, '') : '';
  if (id === '' || ids.has(id)) return undefined;
  ids.add(id);
  return id;
}
