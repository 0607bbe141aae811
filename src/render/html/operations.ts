import { specificationPartOf } from '../../engine/openapi/view/specification-view.js';
import { type DocumentNode, dataText, refOf } from '../../engine/text/document/node-shape.js';
import { referenceNameHtml } from './inlines.js';
import { type Content, element, flattenHtml, type Html, linkTo, placeholderHtml } from './markup.js';
import type { RenderState } from './render-state.js';
import { valueText } from './values.js';

/**
 * Renders an operation, a webhook or schemas from the specification. If the specification is not available, renders a
 * card with the method, path and names, and a link to the specification.
 */
export function operationHtml(_: RenderState, node: DocumentNode): Content {
  const [ref, part] = [refOf(node), specificationPartOf(node)];
  const card = cardHtml(node);
  return ref && part ? placeholderHtml({ placeholder: 'specification', ref, part, card: flattenHtml(card) }) : card;
}

/** Renders an HTTP method, in color if the method has one. */
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
  const codes = [dataText(node, 'path'), dataText(node, 'name'), ...names].filter(Boolean);
  return element(
    'div',
    { class: 'operation' },
    methodHtml(dataText(node, 'method')),
    codes.map((code) => [element('code', {}, code), ' ']),
    ref && linkTo(ref, { class: 'specification' }, referenceNameHtml(ref)),
  );
}

/** Methods that have a color. */
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
