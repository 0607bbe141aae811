import { type DocumentNode, textOf } from '../../engine/text/document/node-shape.js';
import { type Content, element } from './markup.js';
import type { RenderState } from './rendering.js';
import { valueText } from './values.js';

// Blocks of the Markdown dialect that the contract does not have.

/** Renders an entry of a change log: its date, tags and text. */
export function updateHtml(rendering: RenderState, node: DocumentNode): Content {
  const [date, tags] = [textOf(node, 'date'), textOf(node, 'tags')];
  const shown = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const facts = [
    date !== '' && element('time', {}, date),
    ...shown.map((tag) => [' ', element('span', { class: 'tag' }, tag)]),
  ];
  const hasFacts = date !== '' || shown.length > 0;
  return element(
    'section',
    { class: 'update' },
    hasFacts && element('p', { class: 'update-facts' }, facts),
    rendering.blocks(node.nodes),
  );
}

/** Renders a part of an API operation: its name and description. */
export function partHtml(rendering: RenderState, node: DocumentNode): Content {
  const terms = Array.isArray(node.data?.terms) ? node.data.terms.map(valueText) : [];
  const [first, ...others] = terms;
  const title = [
    first !== undefined && element('code', {}, first),
    ...others.map((term) => [' ', term]),
    node.data?.isRequired === true && ' (required)',
    textOf(node, 'summary') !== '' && [' ', element('strong', {}, textOf(node, 'summary'))],
  ];
  return element('div', { class: 'api-part' }, element('p', {}, title), rendering.blocks(node.nodes));
}
