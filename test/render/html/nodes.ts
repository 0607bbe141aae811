import type { Json } from '../../../src/engine/base/types.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import type { ReferenceResolver } from '../../../src/render/html/rendered.js';

/** Returns a text with marks. */
export function text(
  words: string,
  ...marks: (string | { type: string; data: { [name: string]: Json } })[]
): DocumentNode {
  const all = marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark));
  return { object: 'text', leaves: [{ text: words, marks: all }] };
}

/** Returns a block with data and children. */
export function block(type: string, data: DocumentNode['data'] = {}, ...nodes: DocumentNode[]): DocumentNode {
  return { object: 'block', type, data, nodes };
}

/** Returns an inline with data and children. */
export function inline(type: string, data: DocumentNode['data'] = {}, ...nodes: DocumentNode[]): DocumentNode {
  return { object: 'inline', type, data, nodes };
}

/** Returns a paragraph with a text. */
export function paragraph(words: string): DocumentNode {
  return block('paragraph', {}, text(words));
}

/** Returns a fragment with a name. */
export function fragment(name: string, ...nodes: DocumentNode[]): DocumentNode {
  return { object: 'fragment', fragment: name, type: name, nodes };
}

/** Returns a document with blocks. */
export function documentOf(...nodes: DocumentNode[]): DocumentNode {
  return { object: 'document', nodes };
}

/**
 * Resolves references without a database: pages link to `/pages/…`, files to `/files/…`; users and other targets have
 * no link. Images of files are 400 by 200 pixels.
 */
export const referenceResolver: ReferenceResolver = {
  linkOf({ kind, ...ref }) {
    if (kind === 'url') return { url: String(ref.url), isExternal: /^https?:/.test(String(ref.url)) };
    if (kind === 'page') return { url: `/pages/${ref.page}`, isExternal: false };
    return kind === 'file' ? { url: `/files/${ref.file}`, isExternal: false } : null;
  },
  nameOf: ({ kind, ...ref }) => String(ref[kind === 'openapi' ? 'spec' : kind] ?? ''),
  imageOf({ kind, ...ref }) {
    if (kind === 'file') return { url: `/files/${ref.file}`, width: 400, height: 200 };
    return kind === 'url' ? { url: String(ref.url) } : null;
  },
  sharedOf: ({ reusableContent }) => (reusableContent === 'note' ? renderText(documentOf(paragraph('Shared.'))) : null),
  specificationOf: () => null,
  opensWindows: false,
};

/** Returns the HTML of blocks. */
export function htmlOf(...nodes: DocumentNode[]): string {
  return fillText(renderText(documentOf(...nodes)), referenceResolver);
}
