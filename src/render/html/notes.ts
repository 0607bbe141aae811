import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { element, type Html, joinContent } from './markup.js';
import { type RenderState, rendererId } from './render-state.js';

/**
 * Renders the numbered notes of a text. Each contains a link back to its reference in the text. A note within a note
 * comes after it.
 */
export function notesHtml(renderState: RenderState, notes: readonly DocumentNode[]): Html | null {
  const items: Html[] = [];
  // The loop reads the length each time, because rendering a note may add notes.
  for (let index = 0; index < notes.length; index++) {
    const number = String(index + 1);
    const href = joinContent(['#', rendererId(`note-${number}-of`)]);
    const back = element('a', { class: 'note-back', href, 'aria-label': `Back to note ${number} in the text` }, '↩');
    const text = (notes[index]!.fragments ?? []).map(({ nodes }) => renderState.blocks(nodes));
    items.push(element('li', { id: rendererId(`note-${number}`) }, text, back));
  }
  return items.length > 0
    ? element('section', { class: 'notes', 'aria-label': 'Notes' }, element('ol', {}, items))
    : null;
}
