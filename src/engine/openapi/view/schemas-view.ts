import type { Json } from '../../base/types.js';
import { memberAt } from '../reading/json-path.js';
import { openDocument } from '../reading/reader.js';
import { schemaView } from './members.js';
import { buildItems, buildText, createViewBuilder } from './view-builder.js';
import type { SchemasView } from './views.js';

/** Returns the view of the schemas that exist, in the order of the names; null if none exists. */
export function schemasView(document: Json, names: readonly string[]): SchemasView | null {
  const reader = openDocument(document);
  const isSwagger = reader.dialect === '2.0';
  const components = isSwagger ? reader.root : memberAt(reader.root, 'components');
  const all = components && memberAt(components, isSwagger ? 'definitions' : 'schemas');
  const found = [...new Set(names)].flatMap((name) => {
    const schema = all && memberAt(all, name);
    return schema ? [{ name, schema }] : [];
  });
  if (found.length === 0) return null;
  const viewBuilder = createViewBuilder(reader);
  const schemas = buildItems(viewBuilder, found, ({ name, schema }) => ({
    name: buildText(viewBuilder, name, 200),
    ...schemaView(viewBuilder, [schema]),
  }));
  return { kind: 'schemas', schemas, isCut: viewBuilder.left <= 0 };
}
