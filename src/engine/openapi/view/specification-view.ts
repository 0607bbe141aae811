import type { Json } from '../../base/types.js';
import type { DocumentNode } from '../../text/document/node-shape.js';
import { dataText } from '../../text/document/node-shape.js';
import { operationView, webhookView } from './operation-view.js';
import { schemasView } from './schemas-view.js';
import type { SpecificationPart, SpecificationView } from './views.js';

/** Returns the view of a part of a document; null if the part is not in the document. */
export function specificationView(document: Json, part: SpecificationPart): SpecificationView | null {
  if (part.type === 'operation') return operationView(document, part);
  return part.type === 'webhook' ? webhookView(document, part) : schemasView(document, part.names);
}

/** Returns the part of a specification that a block shows; null if the block is incomplete. */
export function specificationPartOf(node: DocumentNode): SpecificationPart | null {
  const [method, path, name] = ['method', 'path', 'name'].map((member) => dataText(node, member));
  const schemas = node.data?.schemas;
  if (Array.isArray(schemas)) {
    const names = schemas.filter((one) => typeof one === 'string');
    return names.length > 0 ? { type: 'schemas', names } : null;
  }
  if (!method) return null;
  if (node.type === 'openapi-webhook') return name ? { type: 'webhook', method, name } : null;
  return path ? { type: 'operation', method, path } : null;
}
