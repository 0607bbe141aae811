import type { Json } from '../../engine/base/types.js';
import { type DocumentNode, leadingTitle } from '../../engine/text/document/node-shape.js';
import { blocksHtml } from './blocks.js';
import { flattenHtml, joinContent } from './markup.js';
import { notesHtml } from './notes.js';
import { createRenderState } from './render-state.js';
import type { RenderedText } from './rendered.js';

/**
 * Renders a block document as HTML. All text is shown, including the text of nodes of unknown types. Scripts, styles
 * and event handlers are omitted. The same document always results in the same HTML.
 */
export function renderText(document: DocumentNode | Json): RenderedText {
  const { nodes = [] } = document as Partial<DocumentNode>;
  const notes: DocumentNode[] = [];
  const renderState = createRenderState(notes, blocksHtml);
  const title = leadingTitle({ object: 'document', nodes });
  // The leading heading is rendered separately, so that it can be omitted if the page has the same title.
  const leading = title === null ? [] : flattenHtml(renderState.blocks(nodes.slice(0, 1)));
  const text = renderState.blocks(nodes.slice(title === null ? 0 : 1));
  return {
    pieces: [...leading, ...flattenHtml(joinContent([text, notesHtml(renderState, notes)]))],
    headings: renderState.headings,
    leadingTitle: title,
    ...(leading.length > 0 && { leadingPieces: leading.length }),
  };
}
