import type { SpecificationView } from '../../../engine/openapi/view/views.js';
import { type Content, contentOf, element, piecesOf } from '../markup.js';
import { operationContent } from './operation.js';
import { schemasContent } from './schemas.js';

/** An operation, a webhook or schemas as HTML, without ids, scripts or addresses but those of links in descriptions. */
export function specificationHtml(view: SpecificationView): string {
  const content = view.kind === 'schemas' ? schemasContent(view) : operationContent(view);
  const rest = view.isCut && element('p', {}, 'There is more than can be shown here.');
  return htmlOf(element('div', { class: 'api' }, content, rest));
}

function htmlOf(content: Content): string {
  // There are no holes in it: descriptions are filled where they are rendered.
  return piecesOf(contentOf(content)).join('');
}
