import { partOf } from '../../engine/openapi/view/view-of.js';
import { type DocumentNode, refOf, textOf } from '../../engine/text/document/node-shape.js';
import { nameOf } from './inlines.js';
import { type Content, element, type Html, hole, linkTo, piecesOf } from './markup.js';
import type { Rendering } from './rendering.js';
import { valueText } from './values.js';

/**
 * What stands in a specification, an operation, a webhook or schemas, as the specification says it; without that its method,
 * path and names, and where it is from.
 */
export function operationHtml(_: Rendering, node: DocumentNode): Content {
  const [ref, part] = [refOf(node), partOf(node)];
  const card = cardHtml(node);
  return ref && part ? hole({ hole: 'specification', ref, part, card: piecesOf(card) }) : card;
}

/** A method, with a colour if it has one of its own. */
export function methodHtml(method: string): (Html | string)[] {
  if (method === '') return [];
  const name = method.toLowerCase();
  return [
    element('span', { class: methods.has(name) ? `method method-${name}` : 'method' }, method.toUpperCase()),
    ' ',
  ];
}

function cardHtml(node: DocumentNode): Html {
  const ref = refOf(node);
  const { schemas } = node.data ?? {};
  const names = Array.isArray(schemas) ? schemas.map(valueText) : [];
  const codes = [textOf(node, 'path'), textOf(node, 'name'), ...names].filter(Boolean);
  return element(
    'div',
    { class: 'operation' },
    methodHtml(textOf(node, 'method')),
    codes.map((code) => [element('code', {}, code), ' ']),
    ref && linkTo(ref, { class: 'specification' }, nameOf(ref)),
  );
}

/** Methods that have a colour of their own. */
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
