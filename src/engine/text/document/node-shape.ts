import type { ContentRef, Json } from '../../base/types.js';

/**
 * A node of a document tree (`DocumentBlock*`, `DocumentInline*`, `DocumentText` in openapi.json). Members are not
 * validated.
 */
export interface DocumentNode {
  object: string;
  type?: string;
  key?: string;
  data?: { [name: string]: Json | undefined };
  nodes?: DocumentNode[];
  leaves?: { text: string; marks?: { type: string; data?: { [name: string]: Json } }[] }[];
  fragments?: DocumentNode[];
  fragment?: string;
  meta?: { id?: string };
}

/** Returns a content reference in a node's data; undefined if there is none. */
export function refOf(node: DocumentNode, name = 'ref'): ContentRef | undefined {
  const ref = node.data?.[name];
  return ref && typeof ref === 'object' && !Array.isArray(ref) ? (ref as ContentRef) : undefined;
}

/** Returns a member of a node's data as text; '' if there is none. */
export function dataText(node: DocumentNode, name: string): string {
  const value = node.data?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the displayed title of a node. Editors write titles with Markdown escapes, such as `a\_b`. */
export function displayedTitle(node: DocumentNode): string {
  return dataText(node, 'title').replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Returns the text of nodes, without marks. */
export function plainText(nodes: readonly DocumentNode[] = []): string {
  const texts = nodes.map((node) => [
    ...(node.leaves ?? []).map(({ text }) => text),
    plainText(node.nodes),
    plainText(node.fragments),
  ]);
  return texts.flat().join('');
}

/** Returns the text of a document's first block if it is a first-level heading, otherwise null. */
export function leadingTitle(document: DocumentNode | undefined): string | null {
  const first = document?.nodes?.[0];
  return first?.type === 'heading-1' ? plainText(first.nodes).trim() : null;
}
