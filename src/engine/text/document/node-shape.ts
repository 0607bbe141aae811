import type { ContentRef, Json } from '../../base/types.js';

/** A node of the contract's document tree (`DocumentBlock*`, `DocumentInline*`, `DocumentText`); members are read with care. */
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

/** A reference among the data of a node; undefined where it has none. */
export function refOf(node: DocumentNode, name = 'ref'): ContentRef | undefined {
  const ref = node.data?.[name];
  return ref && typeof ref === 'object' && !Array.isArray(ref) ? (ref as ContentRef) : undefined;
}

/** A member of a node's data as text; empty where it has none. */
export function textOf(node: DocumentNode, name: string): string {
  const value = node.data?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The title of a node as it is shown: editors write titles with the escapes of Markdown, such as `a\_b`. */
export function shownTitle(node: DocumentNode): string {
  return textOf(node, 'title').replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The text of nodes, without its marks. */
export function plainText(nodes: readonly DocumentNode[] = []): string {
  const texts = nodes.map((node) => [
    ...(node.leaves ?? []).map(({ text }) => text),
    plainText(node.nodes),
    plainText(node.fragments),
  ]);
  return texts.flat().join('');
}

/** The text of a document's first block where it is a heading of the first level; null else. */
export function leadingTitle(document: DocumentNode | undefined): string | null {
  const first = document?.nodes?.[0];
  return first?.type === 'heading-1' ? plainText(first.nodes).trim() : null;
}
