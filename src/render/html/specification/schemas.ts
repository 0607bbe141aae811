import type { SchemasView } from '../../../engine/openapi/view/views.js';
import { type Content, element } from '../markup.js';
import { schemaContent, typeHtml } from './members.js';

/** Renders schemas below each other. */
export function schemasContent({ schemas }: SchemasView): Content {
  return schemas.map((schema) => [
    element('h2', { class: 'api-title' }, schema.name),
    schema.type !== schema.name && element('p', { class: 'api-type' }, typeHtml(schema.type)),
    schemaContent(schema),
  ]);
}
