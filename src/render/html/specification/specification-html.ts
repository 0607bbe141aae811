import type { SpecificationView } from '../../../engine/openapi/view/views.js';
import { type Content, element, flattenHtml, joinContent } from '../markup.js';
import { operationContent } from './operation.js';
import { schemasContent } from './schemas.js';

/**
 * Renders an operation, a webhook or schemas as HTML. The HTML contains no ids or scripts, and its only addresses are
 * links in descriptions.
 */
export function specificationHtml(view: SpecificationView): string {
  const content = view.kind === 'schemas' ? schemasContent(view) : operationContent(view);
  const rest = view.isCut && element('p', {}, 'There is more than can be shown here.');
  return htmlOf(element('div', { class: 'api' }, content, rest));
}

function htmlOf(content: Content): string {
  // The HTML has no holes, because the holes of the descriptions are already filled.
  return flattenHtml(joinContent(content)).join('');
}
