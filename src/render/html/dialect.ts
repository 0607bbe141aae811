import { type DocumentNode, dataText } from '../../engine/text/document/node-shape.js';
import { type Content, element } from './markup.js';
import type { RenderState } from './render-state.js';
import { valueText } from './values.js';

// Blocks of the Markdown dialect that the REST API does not have.

/** Renders an entry of a change log: its date, tags and text. */
export function updateHtml(renderState: RenderState, node: DocumentNode): Content {
  const [date, tags] = [dataText(node, 'date'), dataText(node, 'tags')];
  const tagNames = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const facts = [
    date !== '' && element('time', {}, date),
    ...tagNames.map((tag) => [' ', element('span', { class: 'tag' }, tag)]),
  ];
  const hasFacts = date !== '' || tagNames.length > 0;
  return element(
    'section',
    { class: 'update' },
    hasFacts && element('p', { class: 'update-facts' }, facts),
    renderState.blocks(node.nodes),
  );
}

/** Renders a part of an API operation: its name and description. */
export function operationPartHtml(renderState: RenderState, node: DocumentNode): Content {
  const terms = Array.isArray(node.data?.terms) ? node.data.terms.map(valueText) : [];
  const [first, ...otherTerms] = terms;
  const title = [
    first !== undefined && element('code', {}, first),
    ...otherTerms.map((term) => [' ', term]),
    node.data?.isRequired === true && ' (required)',
    dataText(node, 'summary') !== '' && [' ', element('strong', {}, dataText(node, 'summary'))],
  ];
  return element('div', { class: 'api-part' }, element('p', {}, title), renderState.blocks(node.nodes));
}
