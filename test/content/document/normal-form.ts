import { nodesOfPieces, type Piece } from '../../../src/content/document/leaves.js';
import { blocksAllowedIn, type Inline, type Mark, type Place, type Text } from '../../../src/content/document/nodes.js';

/** A node of any kind; which members it has follows from its kind. */
interface Node {
  object?: string;
  type: string;
  data?: Record<string, unknown>;
  nodes?: Node[];
  leaves?: { text: string; marks: { type: Mark['type'] }[] }[];
  fragments?: Node[];
  fragment?: string;
}

/** The `data` of a table. */
export interface TableData {
  view: { columns: string[]; hideHeader: boolean };
  definition: Record<string, { title: string; type: string; textAlignment: string } | undefined>;
  records: Record<string, { orderIndex: string; values: Record<string, string> }>;
}

/** What a document says, however it is cut: without keys, derived ids, names of cells and limits between leaves. */
export function normalForm(document: { nodes: unknown[] }): object[] {
  return blocks(document.nodes as Node[], 'document');
}

function blocks(nodes: Node[] | undefined, place: Place): object[] {
  return (nodes ?? []).flatMap((node) => block(node, place) ?? []);
}

function block(node: Node, place: Place): object | undefined {
  const { type } = node;
  const plain = { type, data: filled(node.data) };
  if (type === 'paragraph') return paragraph(node, place);
  if (type.startsWith('heading')) return { ...plain, nodes: inlines(node.nodes) };
  if (type.startsWith('list-')) return list(node);
  if (type === 'code') return { ...plain, text: node.nodes?.map(plainText).join('\n') };
  if (type === 'blockquote') return { ...plain, nodes: blocks(node.nodes, 'blockquote') };
  if (type === 'images') return { type, images: node.nodes?.map(image) };
  if (type === 'table') return table(node);
  return plain;
}

function paragraph(node: Node, place: Place): object | undefined {
  const nodes = inlines(node.nodes);
  const images = nodes.filter((child) => child.object === 'inline' && child.type === 'inline-image') as Inline[];
  const blank = nodes.every((child) =>
    child.object === 'text'
      ? child.leaves.every((leaf) => /^[^\S\n]*$/.test(leaf.text) && leaf.marks.length === 0)
      : child.type === 'inline-image',
  );
  if (nodes.length === 0) return undefined;
  if (!blocksAllowedIn[place].has('images') || images.length === 0 || !blank) return { type: 'paragraph', nodes };
  return { type: 'images', images: images.map(({ data }) => data) };
}

function list(node: Node): object {
  const items = (node.nodes ?? []).map((item) => ({ ...filled(item.data), nodes: blocks(item.nodes, 'list-item') }));
  if (node.type === 'list-ordered') return { type: node.type, start: node.data?.start ?? 1, items };
  const tasks = items.every((item) => 'checked' in item);
  return { type: tasks ? 'list-tasks' : 'list-unordered', items };
}

function table(node: Node): object {
  const { view, definition, records } = node.data as unknown as TableData;
  const cells = new Map(node.fragments?.map((fragment) => [fragment.fragment, inlines(fragment.nodes?.[0]?.nodes)]));
  const ordered = Object.values(records).sort((one, other) => (one.orderIndex < other.orderIndex ? -1 : 1));
  return {
    type: 'table',
    columns: view.columns.map((id) => ({
      title: definition[id]?.title.replace(/\r\n?/g, '\n'),
      align: definition[id]?.textAlignment,
    })),
    rows: ordered.map((record) => view.columns.map((id) => cells.get(record.values[id]) ?? [])),
  };
}

function image(node: Node): object {
  return filled({ ...node.data, caption: node.fragments?.[0]?.nodes?.map(plainText).join('') });
}

function plainText(node: Node): string {
  const leaves = node.nodes?.flatMap((child) => child.leaves ?? []) ?? [];
  return leaves.map((leaf) => leaf.text.replace(/\r\n?/g, '\n')).join('');
}

function inlines(nodes: Node[] = []): (Text | Inline)[] {
  return nodesOfPieces(nodes.flatMap(pieces));
}

function pieces(node: Node): Piece[] {
  if (node.object === 'inline') {
    const inner = node.nodes && { nodes: inlines(node.nodes) };
    return [{ object: 'inline', type: node.type, data: filled(node.data), ...inner } as Inline];
  }
  return (node.leaves ?? []).map(({ text, marks }) => ({
    text: text.replace(/\r\n?/g, '\n'),
    marks: new Set(marks.map((mark) => mark.type)),
  }));
}

function filled(data: Record<string, unknown> = {}): object {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined && value !== ''));
}
