import { scanMarkdown } from '../../text/links/scan.js';
import { splitFrontMatter } from '../../text/markdown/front-matter.js';
import { operationKey } from './operation-key.js';

/** Parts of a specification that a page shows. */
export interface ReferencedParts {
  /** Keys of operations and webhooks (`operationKey`). */
  operations: Set<string>;
  /** Names of schemas. */
  schemas: Set<string>;
}

/**
 * Returns the parts of a specification that the text of a page shows in its blocks `openapi-operation`, `-webhook` and
 * `-schemas`.
 * @param names names of the specification
 */
export function findReferencedParts(text: string, names: ReadonlySet<string>): ReferencedParts {
  const found: ReferencedParts = { operations: new Set(), schemas: new Set() };
  const { bodyStart } = splitFrontMatter(text);
  for (const [start, end] of scanMarkdown(text, bodyStart).specifications) {
    if (!names.has(text.slice(start, end))) continue;
    const [from, to] = [text.lastIndexOf('{%', start), text.indexOf('%}', end)];
    const tag = text.slice(from, to);
    const attributes = new Map(
      [...tag.matchAll(/([a-z]+)\s*=\s*"([^"]*)"/g)].map(([, name, value]) => [name!, decodeEntities(value!)]),
    );
    const method = (attributes.get('method') ?? '').toLowerCase();
    const [path, name] = [attributes.get('path'), attributes.get('name')];
    if (path !== undefined) found.operations.add(operationKey({ kind: 'operation', path, method }));
    else if (name !== undefined) found.operations.add(operationKey({ kind: 'webhook', path: name, method }));
    for (const schema of attributes.get('schemas')?.split(',') ?? []) found.schemas.add(schema);
  }
  return found;
}

function decodeEntities(value: string): string {
  return value.replaceAll('&#x22;', '"').replaceAll('&#x26;', '&').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
